/**
 * Rows that are listed as dangerous and are allowed all the same: each was reviewed, and only reads what anybody on the
 * machine may read. The list is short on purpose; a row that is allowed and not in it is a failure.
 */
export const REVIEWED: Readonly<Record<string, string>> = {
  "bf23c7dc-1004-4949-8262-4c1d1ef87702": "reads the public list of login shells",
  "b04ed73c-7d43-4dc8-b563-a2fc595cba1a": "prints five lines and waits between them",
  "3a53734a-9e26-4f4b-ad15-059e767f5f14": "prints the kernel's name",
  "53b03a54-4529-4992-852d-a00b4b7215a6": "prints the host's and the user's name",
  "6beae646-eb4c-4730-95be-691a4094408c": "reads the machine's model and prints a sentence",
  "2b73cd9b-b2fb-4357-b9d7-c73c41d9e945": "reads whether the system's own protection is on and prints a sentence",
  "8e36da01-cd29-45fd-be72-8a0fcaad4481": "lists programs by their mode",
  "3fb46e17-f337-4c14-9f9a-a471946533e2": "lists programs by their mode",
};
