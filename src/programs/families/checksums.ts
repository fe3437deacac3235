/** Checksums, encodings, dumps and small calculations. */
import { GNU } from "../makers.ts";
import type { ProgramSpec } from "../spec.ts";

const sum = (names: string, example: string): ProgramSpec => ({
  names,
  // -c reads the files a list names and prints only whether they match.
  flags: `-b -t -c -w -z --binary --text --check --tag --ignore-missing --quiet --status --strict --warn --zero ${GNU}`,
  values: { text: "-a --algorithm -l --length" },
  operands: "read",
  safe: [`${example} a.txt`, `${example} -c SUMS`],
  unsafe: [[`${example} a > sums`, ["file.read", "file.write"]]],
});

export const checksums: readonly ProgramSpec[] = [
  {
    names: "cksum sum",
    flags: `-r -s -b -c -w -z --sysv --base64 --raw --tag --untagged --check --debug --zero ${GNU}`,
    values: { text: "-a -l -o --algorithm --length" },
    operands: "read",
    safe: ["cksum a", "cksum -a sha256 a"],
    unsafe: [["cksum a > b", ["file.read", "file.write"]]],
  },
  {
    names: "tsort",
    flags: GNU,
    operands: "read",
    safe: ["tsort a"],
    unsafe: [["tsort a > b", ["file.read", "file.write"]]],
  },
  {
    names: "factor",
    flags: `-h --exponents ${GNU}`,
    operands: "text",
    safe: ["factor 12"],
    unsafe: [["factor 12 > b", ["file.write"]]],
  },
  {
    names: "numfmt",
    flags: `-z --debug --grouping --header --zero-terminated ${GNU}`,
    values: {
      text: "-d --delimiter --field --format --from --from-unit --invalid --padding --round --suffix --to --to-unit",
    },
    operands: "text",
    safe: ["numfmt --to=iec 1024"],
    unsafe: [["numfmt --to=iec 1 > b", ["file.write"]]],
  },
  sum("md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum shasum", "sha256sum"),
  {
    names: "md5 sha1 sha256",
    flags: "-p -q -r -t -x -n",
    values: { text: "-s -c" },
    operands: "read",
    safe: ["md5 -q a"],
    unsafe: [["md5 a > b", ["file.read", "file.write"]]],
  },
  {
    names: "base64 base32 basenc",
    reader: true,
    // -i is a flag for GNU and takes the input file for BSD: as a flag its file is an operand, read either way.
    flags: `-d -D -i --decode --ignore-garbage --base64 --base64url --base32 --base32hex --base16 --base2msbf --z85 -h ${GNU}`,
    values: { text: "-w -b --wrap --break", read: "--input", write: "-o --output" },
    operands: "read",
    safe: ["base64 -d a", "base64 -w0", "base64 -i a"],
    unsafe: [["base64 -D -i a -o b", ["file.write", "file.read"]]],
  },
  {
    names: "od",
    flags: `-a -b -c -d -e -f -h -i -l -o -s -v -w -x -B -D -F -H -I -L -O -X --output-duplicates --traditional --width --strings ${GNU}`,
    values: { text: "-A -j -N -S -t --address-radix --endian --format --read-bytes --skip-bytes" },
    attached: { text: "-w --width --strings" },
    operands: "read",
    safe: ["od -c a", "od -An -tx1 -N 16 a"],
    unsafe: [["od a > b", ["file.read", "file.write"]]],
  },
  {
    names: "hexdump hd",
    flags: "-b -c -C -d -o -v -x --canonical --no-squeezing --help --version -L",
    values: { text: "-e -n -s --format --length --skip", read: "-f --format-file" },
    operands: "read",
    safe: ["hexdump -C a", "hexdump -n 16 -e '1/1 \"%02x\"' a"],
    unsafe: [["hexdump a > b", ["file.read", "file.write"]]],
  },
  {
    names: "xxd",
    reader: true,
    // Reads single-dash words whole (`-ps`), and the second operand is written with or without -r.
    style: "go",
    flags:
      "-a -autoskip -b -bits -C -capitalize -d -e -E -EBCDIC -h -help -i -include -p -ps -postscript -plain -r -revert -u -upper -v -version",
    values: { text: "-c -cols -g -groupsize -l -len -n -name -o -s -seek" },
    operands: { first: ["read", "write"], max: 2 },
    safe: ["xxd a", "xxd -l 64 a", "xxd -ps a", "xxd -r -p a"],
    unsafe: [
      ["xxd -r a b", ["file.read", "file.write"]],
      ["xxd -ps a b", ["file.read", "file.write"]],
      ["xxd -rp a b", ["file.read", "file.write", "unknown.use"]],
    ],
  },
];
