/** Lines of bytes from a stream. A line that is too long is skipped to its end and reported, never kept. */

export const MAX_LINE_BYTES = 16_000_000;

export type Line = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly error: string };

export async function* linesOf(stream: NodeJS.ReadableStream, limit = MAX_LINE_BYTES): AsyncGenerator<Line> {
  let kept: Buffer[] = [];
  let size = 0;
  const end = (): Line => {
    const line: Line =
      size > limit
        ? { ok: false, error: `the line is longer than ${limit} bytes` }
        : { ok: true, bytes: Buffer.concat(kept) };
    kept = [];
    size = 0;
    return line;
  };
  for await (const chunk of stream) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    let from = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
      size += at - from;
      if (size <= limit) kept.push(bytes.subarray(from, at));
      yield end();
      from = at + 1;
    }
    size += bytes.length - from;
    if (size <= limit) kept.push(bytes.subarray(from));
    else kept = [];
  }
  if (size > 0) yield end();
}
