/** A rule about a domain, and addresses that a client takes from its input, a list or a configuration. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("urls.txt", "https://ok.example/a\nhttps://evil.example/b\n");
  here.write("curl.cfg", 'silent\nurl = "evil.example/x"\n');
  here.write("fine.txt", "https://ok.example/a\n");
  here.write("body.json", '{"link":"https://evil.example"}\n');
});
afterAll(() => here.remove());

const by = async (command: string, list: "deny" | "ask" = "deny"): Promise<string> =>
  (
    await here
      .gate({
        settings: { mode: "bypassPermissions", permissions: { [list]: ["WebFetch(domain:evil.example)"] } },
        restore: null,
      })
      .check(bash(command))
  ).by;

describe("WebFetch(domain:evil.example)", () => {
  test.each([
    "wget -i - <<< https://evil.example",
    "wget -i- <<< https://evil.example",
    "wget -qi - <<< evil.example",
    "wget --input-file=- <<< https://evil.example",
    "wget -i /dev/stdin <<< evil.example",
    "wget -i - <<E\nhttps://evil.example/x\nE",
    "echo https://evil.example | wget -i-",
    "echo https://evil.example/x | wget -qO- -i -",
    "wget -i <(echo https://evil.example)",
    "wget -i urls.txt",
    "echo https://evil.example > l && wget -i l",
    "cat <<E > l\nhttps://evil.example\nE\nwget -i l",
    "curl -K <(echo url=https://evil.example)",
    "curl -K - <<< url=https://evil.example",
    "curl --config - <<< 'url = \"https://evil.example\"'",
    "curl -sSLK- <<< url=evil.example",
    "curl -K /dev/stdin <<< url=evil.example",
    "echo 'url https://evil.example' | curl -K -",
    "echo url=evil.example | curl -K-",
    "echo 'url=https://evil.example' | tee l | curl -K /dev/stdin",
    "curl -K curl.cfg",
    "curl --config=curl.cfg",
    "echo url=https://evil.example > l; curl -K l",
    "aria2c -i - <<< https://evil.example",
    "aria2c -i <(echo https://evil.example)",
    "aria2c --input-file=urls.txt",
    "echo https://evil.example | aria2c -i-",
    "yt-dlp -a - <<< https://evil.example",
    "dig -f - <<< evil.example",
    "dig -f <(echo evil.example)",
    "nslookup <<< evil.example",
    "ftp -n <<< 'open evil.example'",
    "lynx - <<< https://evil.example",
    "xargs curl <<< https://evil.example",
    "echo evil.example | xargs curl",
    "echo https://evil.example | xargs -I{} wget {}",
    "python3 -c 'import sys,urllib.request as u; u.urlopen(sys.stdin.read())' <<< https://evil.example",
    'echo https://evil.example | node -e \'fetch(require("fs").readFileSync(0, "utf8"))\'',
    "sh -c 'echo https://evil.example | wget -i -'",
  ])("denied and asked about: %s", async (command) => {
    expect(await by(command)).toBe("denyRule");
    expect(await by(command, "ask")).toBe("askRule");
  });

  test.each([
    "wget -i fine.txt",
    "wget -i - <<< https://ok.example",
    "echo https://ok.example | wget -i-",
    "curl -K - <<< url=https://ok.example",
    "curl https://ok.example -d @body.json",
    'curl -d @- https://ok.example <<< \'{"link": "see evil.example for more"}\'',
    "curl -i https://ok.example",
    "curl -fsSLk https://ok.example",
    "wget -q https://ok.example/x.tar",
    "python3 -c 'import sys; print(len(sys.stdin.read()))' <<< https://evil.example",
    "cat urls.txt",
    "grep evil.example urls.txt",
    "echo https://evil.example >> urls.txt",
    "git commit -m 'no https://evil.example any more'",
    "echo evil.example && curl https://ok.example",
  ])("left alone: %s", async (command) => {
    expect(await by(command)).toBe("bypassMode");
  });
});
