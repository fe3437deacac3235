/** The events an agent writes, one JSON value a line. */
export const parseLines = (text: string): readonly unknown[] =>
  text.split("\n").flatMap((line) => {
    try {
      return line.trim() === "" ? [] : [JSON.parse(line)];
    } catch {
      return [];
    }
  });
