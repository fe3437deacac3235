/** Which files an archive names: tar, plain or with gzip, and zip. What is packed otherwise is not read. */
import { gunzipSync } from "node:zlib";
import { type Listing, UNREAD } from "./listing.ts";

const UNPACKED_MAX_BYTES = 64 << 20;
const MEMBERS_MAX = 2_000;
const BLOCK = 512;

export function filesInArchive(bytes: Uint8Array): Listing {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (data.length > 2 && data.readUInt16BE(0) === 0x1f8b)
      return filesInTar(gunzipSync(data, { maxOutputLength: UNPACKED_MAX_BYTES }));
    return data.subarray(0, 2).toString("latin1") === "PK" ? filesInZip(data) : filesInTar(data);
  } catch {
    return UNREAD;
  }
}

/** What the members of such a name hold, of a tar, plain or with gzip; undefined where that cannot be told. */
export function textsInArchive(bytes: Uint8Array, wanted: RegExp): readonly string[] | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const isPacked = data.length > 2 && data.readUInt16BE(0) === 0x1f8b;
    return textsInTar(isPacked ? gunzipSync(data, { maxOutputLength: UNPACKED_MAX_BYTES }) : data, wanted);
  } catch {
    return undefined;
  }
}

function textsInTar(data: Buffer, wanted: RegExp): readonly string[] | undefined {
  const texts: string[] = [];
  let announced: string | undefined;
  let members = 0;
  for (const { type, name, content, bytes } of membersOfTar(data)) {
    members++;
    if (type === "broken" || members > MEMBERS_MAX) return undefined;
    if (type === "L" || type === "x") announced = announcedIn(type, content) ?? announced;
    if (ABOUT_OTHERS.test(type)) continue;
    if (wanted.test(announced ?? name)) texts.push(bytes.toString("utf8"));
    announced = undefined;
  }
  return texts;
}

/** https://www.gnu.org/software/tar/manual/html_node/Standard.html; a longer name stands in a member before its own. */
function filesInTar(data: Buffer): Listing {
  const names: string[] = [];
  let announced: string | undefined;
  let links = false;
  for (const { type, name, content } of membersOfTar(data)) {
    if (type === "broken" || names.length >= MEMBERS_MAX) return { names, whole: false };
    if (type === "L" || type === "x") announced = announcedIn(type, content) ?? announced;
    if (!ABOUT_OTHERS.test(type)) {
      names.push(announced ?? name);
      links ||= !/[05\0]/.test(type);
      announced = undefined;
    }
  }
  return names.length === 0 ? UNREAD : { names, whole: !links };
}

/** Members that say something of the next one, or of all. */
const ABOUT_OTHERS = /[LxgKN]/;

const announcedIn = (type: string, content: string): string | undefined =>
  type === "L"
    ? content.split("\0")[0]
    : (/(?:^|\n)\d+ GNU\.sparse\.name=([^\n]*)/.exec(content)?.[1] ?? /(?:^|\n)\d+ path=([^\n]*)/.exec(content)?.[1]);

interface Member {
  readonly type: string;
  readonly name: string;
  /** How it begins. */
  readonly content: string;
  readonly bytes: Buffer;
}

function* membersOfTar(data: Buffer): Generator<Member> {
  for (let at = 0; at + BLOCK <= data.length && data[at] !== 0; ) {
    const header = data.subarray(at, at + BLOCK);
    const size = sizeOf(header);
    if (header.toString("latin1", 257, 262) !== "ustar" || size === undefined) {
      yield { type: "broken", name: "", content: "", bytes: Buffer.alloc(0) };
      return;
    }
    const bytes = data.subarray(at + BLOCK, at + BLOCK + size);
    const content = bytes.toString("utf8", 0, BLOCK * 8);
    yield { type: header.toString("latin1", 156, 157), name: nameOf(header), content, bytes };
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function sizeOf(header: Buffer): number | undefined {
  const text = textAt(header, 124, 12).trim();
  return /^[0-7]*$/.test(text) ? Number.parseInt(text || "0", 8) : undefined;
}

function nameOf(header: Buffer): string {
  const prefix = textAt(header, 345, 155);
  const name = textAt(header, 0, 100);
  return prefix === "" ? name : `${prefix}/${name}`;
}

const textAt = (header: Buffer, from: number, length: number): string =>
  header.toString("utf8", from, from + length).split("\0")[0] ?? "";

const ZIP_END = 0x06054b50;
const ZIP_ENTRY = 0x02014b50;
const ZIP_END_MAX = 22 + 0xffff;
const LINK_TYPE = 0o120000;

/** https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.12: the central directory, at the end. */
function filesInZip(data: Buffer): Listing {
  const from = Math.max(0, data.length - ZIP_END_MAX);
  let end = data.length - 22;
  while (end >= from && data.readUInt32LE(end) !== ZIP_END) end--;
  if (end < from) return UNREAD;
  const count = data.readUInt16LE(end + 10);
  const names: string[] = [];
  let links = false;
  let at = data.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (data.readUInt32LE(at) !== ZIP_ENTRY || i >= MEMBERS_MAX) return { names, whole: false };
    const length = data.readUInt16LE(at + 28);
    names.push(data.toString("utf8", at + 46, at + 46 + length));
    links ||= ((data.readUInt32LE(at + 38) >>> 16) & 0o170000) === LINK_TYPE;
    at += 46 + length + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
  }
  // 0xffff entries: a larger directory stands elsewhere.
  return names.length === 0 ? UNREAD : { names, whole: !links && count < 0xffff };
}
