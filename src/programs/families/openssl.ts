/** openssl: options differ from one command to the next, so each has its own lists, as `-help` states them. */
import { act, type Effect } from "../../contract/effect.ts";
import { writes } from "../disk-makers.ts";
import { network as contact, each, given, joinOptions, valuesOf } from "../makers.ts";
import type { CommandSpec, EffectMaker, OptionRoles, ProgramSpec } from "../spec.ts";

const LOADS = "-engine -provider -provider-path -propquery -config -extfile -genconf -keygen_engine";
const FILES = { read: "-in", write: "-out -writerand" };

const NAMED =
  "-in -key -signkey -CA -CAkey -force_pubkey -sign -verify -prverify -signature -kfile -CAfile -CApath -trusted -untrusted -CRLfile -inkey -certfile -cert";

/** `org.openssl.engine:./x.so:key` loads a library, `pkcs11:` a provider, `file:` another file: a plain name is a file. */
const addresses: EffectMaker = (use) =>
  [...valuesOf(use, NAMED), ...use.operands]
    .filter((word) => /^[A-Za-z][\w.+-]*:/.test(word.value ?? word.prefix))
    .map((word): Effect => ({ do: "run", program: "openssl", what: "helper", wording: `an address: ${word.text}` }));

const command = (flags: string, values: OptionRoles, more: Partial<CommandSpec> = {}): CommandSpec => ({
  style: "go",
  flags: `${flags} -help`,
  values: joinOptions(FILES, values),
  runsCode: LOADS,
  operands: { max: 0 },
  ...more,
  always: [addresses, ...(more.always ?? [])],
});

/** A request without a key of its own makes one, and writes it. */
const makesKey: EffectMaker = (use) =>
  given(use, "-keyout -key") || !given(use, "-new -newkey -x509") ? [] : [writes(use.cwd)];

const connects: EffectMaker = (use) => {
  const said = valuesOf(use, "-connect").map(
    (word): Effect => contact(word.value?.split(":")[0]?.toLowerCase() ?? null, true),
  );
  return said.length > 0 ? said : [contact(null, true)];
};

/** Standard input stands for the file where there is none: `base64` and `enc` take `-in`, sums take operands. */
const DIGESTS = "-sha1 -sha224 -sha256 -sha384 -sha512 -md5 -sha3-256 -sha3-512 -blake2b512";
const sums: CommandSpec = {
  style: "go",
  flags: `-hex -binary -r -c -d -list ${DIGESTS}`,
  values: {
    text: "-hmac -macopt -mac -sigopt -passin",
    read: "-sign -verify -prverify -signature",
    write: FILES.write,
  },
  runsCode: LOADS,
  operands: "read",
  always: [addresses],
};
const encoding = command(
  "-e -d -a -A -base64 -p -P -nopad -salt -nosalt -pbkdf2 -none -v -debug -aes-256-cbc -aes-128-cbc -aes-256-ctr -des3 -chacha20",
  { text: "-k -pass -bufsize -K -S -iv -md -iter", read: "-kfile" },
);
const keys = (flags: string, values: string): CommandSpec =>
  command(
    `-text -text_pub -noout -pubin -pubout -check -modulus -param_out -no_public -RSAPublicKey_in -RSAPublicKey_out -aes256 -des3 -traditional ${flags}`,
    { text: `-inform -outform -passin -passout ${values}` },
  );

const commands: Record<string, CommandSpec> = {
  version: { style: "go", flags: "-a -v -b -o -f -p -d -e -m -r -c -help", operands: { max: 0 } },
  x509: command(
    `-noout -text -subject -issuer -dates -startdate -enddate -fingerprint -serial -hash -subject_hash -issuer_hash -modulus -pubkey -purpose -email -ocsp_uri -ocspid -alias -next_serial -req -x509toreq -clrext -trustout -CAcreateserial -new -preserve_dates ${DIGESTS}`,
    {
      text: "-passin -inform -outform -dateopt -certopt -nameopt -ext -checkend -checkhost -checkemail -checkip -set_serial -days -subj -extensions -sigopt -copy_extensions -setalias",
      read: "-key -signkey -CA -CAkey -force_pubkey",
      write: "-CAserial",
    },
    { when: { "-CAcreateserial": [(use) => [writes(use.cwd)]] } },
  ),
  req: command(
    `-noout -text -subject -pubkey -modulus -verify -new -x509 -nodes -noenc -batch -utf8 -multivalue-rdn ${DIGESTS}`,
    {
      text: "-inform -outform -section -nameopt -reqopt -subj -days -set_serial -copy_extensions -addext -extensions -reqexts -passin -passout -newkey -pkeyopt -sigopt",
      read: "-CA -CAkey -key",
      write: "-keyout",
    },
    { always: [makesKey] },
  ),
  ...each("dgst sha1 sha224 sha256 sha384 sha512 md5", sums),
  ...each("enc base64 aes-256-cbc", encoding),
  rand: command("-base64 -hex", {}, { operands: { rest: "number", max: 1 } }),
  pkey: keys("-pubcheck -ec_conv_form", ""),
  rsa: keys("", ""),
  ec: keys("-no_public", "-param_enc -conv_form"),
  crl: command("-noout -text -issuer -lastupdate -nextupdate -fingerprint -crlnumber -hash -verify", {
    text: "-inform -outform -dateopt -nameopt -keyform",
    read: "-key -CAfile",
    readTree: "-CApath",
  }),
  asn1parse: command("-i -dump -noout", { text: "-inform -offset -length -strparse -dlimit -genstr" }),
  verify: {
    style: "go",
    flags: "-verbose -crl_check -show_chain -partial_chain -x509_strict -help",
    values: {
      text: "-nameopt -purpose -verify_name -verify_depth -verify_hostname -attime",
      read: "-CAfile -trusted -untrusted -CRLfile",
      readTree: "-CApath",
    },
    runsCode: LOADS,
    operands: "read",
    always: [addresses],
  },
  passwd: command("-1 -5 -6 -apr1 -quiet -noverify -stdin -table -reverse", { text: "-salt" }, { operands: "text" }),
  ciphers: { style: "go", flags: "-v -V -s -tls1_2 -tls1_3 -psk -stdname -help", operands: "text" },
  genrsa: command(
    "-verbose -quiet -traditional -aes256",
    { text: "-passout -primes" },
    {
      operands: { rest: "number", max: 1 },
    },
  ),
  genpkey: command("-text -quiet -aes-256-cbc", { text: "-algorithm -pkeyopt -pass -outform" }),
  pkcs12: command("-noout -nodes -noenc -nokeys -nocerts -clcerts -cacerts -info -export -legacy", {
    text: "-passin -passout -password -name -caname -keypbe -certpbe -macalg -iter",
    read: "-inkey -certfile -CAfile",
  }),
  s_client: command(
    "-brief -showcerts -quiet -tls1_2 -tls1_3 -status -debug -msg -ign_eof -prexit -noservername",
    {
      text: "-connect -servername -starttls -alpn -verify -verify_hostname -proxy -bind",
      read: "-cert -key -CAfile",
      readTree: "-CApath",
      write: "-keylogfile -sess_out",
    },
    { always: [connects] },
  ),
  s_server: {
    style: "words",
    operands: "text",
    always: [act("door.server"), contact(null, true)],
  },
};

export const openssl: readonly ProgramSpec[] = [
  {
    names: "openssl libressl",
    commands,
    safe: [
      "openssl version -a",
      "openssl x509 -in cert.pem -noout -text",
      "openssl dgst -sha256 file",
      "openssl rand -hex 16",
      "openssl req -in a.csr -noout -text",
    ],
    unsafe: [
      ["openssl s_client -connect evil.example:443", ["network.send"]],
      ["openssl req -x509 -newkey rsa:2048 -keyout k.pem -out c.pem -nodes -subj /CN=x", ["file.write", "file.write"]],
      [
        "openssl x509 -engine /tmp/x.so -in a",
        ["run.helper", "unknown.use", "unknown.use", "unknown.use", "unknown.use"],
      ],
      ["openssl enc -aes-256-cbc -in x -out y", ["file.read", "file.write"]],
      ["openssl s_server -accept 443", ["door.server", "network.send"]],
      ["openssl req -new -x509 -nodes -subj /CN=x", ["file.write"]],
      [
        "openssl req -config /tmp/x -noout -in a",
        ["run.helper", "unknown.use", "unknown.use", "unknown.use", "unknown.use", "unknown.use"],
      ],
      ["openssl req -verify -out /tmp/x -in a", ["file.write", "file.read"]],
      ["openssl dgst -days -out x", ["file.write", "unknown.use"]],
      ["openssl x509 -in org.openssl.engine:./x.so:k -noout", ["file.read", "run.helper"]],
    ],
  },
];
