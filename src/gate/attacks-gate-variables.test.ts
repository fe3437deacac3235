/** The gate's own and agents' settings by the variables that name where they lie; the gate ended, or its program taken away. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("src/a.ts", "a\n");
  here.write("x.json", "{}\n");
  for (const file of [".claude/settings.json", ".codex/config.toml", ".config/app/settings.json"]) {
    mkdirSync(dirname(join(here.home, file)), { recursive: true });
    writeFileSync(join(here.home, file), "{}\n");
  }
});
afterAll(() => here.remove());

const decided = async (command: string): Promise<string> => {
  const settings = { mode: "bypassPermissions" } as const;
  return (await here.gate({ settings, classifier: null, restore: null }).check(bash(command))).by;
};

describe("asked about", () => {
  test.each([
    "mkdir -p $XDG_CONFIG_HOME/sallyport && echo '{}' > $XDG_CONFIG_HOME/sallyport/settings.json",
    "echo '{}' > \"$XDG_CONFIG_HOME/sallyport/settings.json\"",
    "echo '{}' > ${XDG_CONFIG_HOME:?}/sallyport/settings.json",
    "cp x.json $XDG_CONFIG_HOME/sallyport/settings.json",
    "tee $CONF/sallyport/settings.json < x.json",
    "rm -rf $XDG_CONFIG_HOME/sallyport",
    "rm -rf $XDG_STATE_HOME/sallyport",
    "sed -i s/deny/allow/ $XDG_CONFIG_HOME/sallyport/settings.json",
    'cd "$XDG_CONFIG_HOME/sallyport" && echo "{}" > settings.json',
    "ln -sf /tmp/x $XDG_CONFIG_HOME/sallyport/settings.json",
    "rm -rf $SALLYPORT_STATE_DIR",
    'echo > "$SALLYPORT_STATE_DIR/x"',
    "rm -rf ${SALLYPORT_STATE_DIR}/*",
    "cp x.json $CLAUDE_CONFIG_DIR/settings.json",
    "echo '{}' > $CLAUDE_CONFIG_DIR/settings.json",
    "echo x >> $CODEX_HOME/config.toml",
    "sed -i /hooks/d $SOMEWHERE/.claude/settings.json",
    "echo > $D/.codex/config.toml",
    `python3 -c "import os; open(os.environ['XDG_CONFIG_HOME']+'/sallyport/settings.json','w').write('{}')"`,
    `python3 -c "import os; open(os.path.join(os.environ['XDG_CONFIG_HOME'],'sallyport','settings.json'),'w').write('{}')"`,
    `python3 -c "import os; open(os.getenv('XDG_CONFIG_HOME') + '/sallyport/settings.json', 'w')"`,
    `python3 -c "import os; open(f\\"{os.environ['CLAUDE_CONFIG_DIR']}/settings.json\\",'w')"`,
    `node -e "require('fs').writeFileSync(process.env.XDG_CONFIG_HOME+'/sallyport/settings.json','{}')"`,
    'node -e \'require("fs").writeFileSync(`${process.env.XDG_CONFIG_HOME}/sallyport/settings.json`,"{}")\'',
    `node -e "require('fs').rmSync(process.env.SALLYPORT_STATE_DIR,{recursive:true})"`,
    `ruby -e 'File.write(ENV["XDG_CONFIG_HOME"] + "/sallyport/settings.json", "{}")'`,
    `perl -e 'open F, ">", "$ENV{XDG_CONFIG_HOME}/sallyport/settings.json"'`,
    `node -e "require('fs').writeFileSync(process.env.CODEX_HOME+'/config.toml','')"`,
  ])("%s", async (command) => {
    expect(await decided(command)).toBe("safetyCheck");
  });
});

describe("the gate ended or taken away", () => {
  test.each([
    "pkill -f sallyport",
    "pkill sallyport",
    "pkill -9 -f 'sallyport serve'",
    "pkill -f 'sally.*'",
    "killall sallyport",
    "killall -9 sallyport",
    "kill -9 -1",
    "kill -- -1",
    "kill -KILL -1",
    "kill $(pgrep -f sallyport)",
    "pgrep -f sallyport | xargs kill",
    "kill `pidof sallyport`",
    "systemctl --user stop sallyport",
    "launchctl bootout gui/501/sallyport",
    "mv $(npm root -g)/sallyport /tmp/x",
    "rm -rf $(npm root -g)/sallyport",
    'rm -rf "$(npm prefix -g)/lib/node_modules/sallyport"',
    "chmod -x $(command -v sallyport)",
    "chmod 000 `which sallyport`",
    "rm $(which sallyport)",
    'rm "$(type -p sallyport)"',
    "mv $(readlink -f $(which sallyport)) /tmp/x",
    "ln -sf /bin/true $(which sallyport)",
    "echo > $(which sallyport)",
    "P=$(command -v sallyport); rm $P",
    "which sallyport | xargs rm",
    "npm uninstall -g sallyport",
    "npm rm -g sallyport",
    "sh -c 'pkill -f sallyport'",
  ])("%s", async (command) => {
    expect(await decided(command)).toBe("safetyCheck");
  });
});

describe("everyday", () => {
  test.each([
    "pkill -f vite",
    "pkill -f 'node server.js'",
    "kill 1234",
    "kill -9 1234",
    "kill -1 1234",
    "kill %1",
    "killall node",
    "kill $(lsof -t -i:3000)",
    "pgrep -f vite | xargs kill",
    "grep -r sallyport .",
    "which ls",
    "rm $(which mytool)",
    "mv $(npm root -g)/mytool /tmp/x",
    "chmod +x $(command -v mytool)",
    "cat $XDG_CONFIG_HOME/app/settings.json",
    "echo '{}' > $XDG_CONFIG_HOME/app/settings.json",
    "echo '{}' > $OUT/settings.json",
    "cp x.json $DIR/config.toml",
    "rm -rf $OUT/dist",
    `python3 -c "import os; open(os.environ['OUT']+'/settings.json','w').write('{}')"`,
    `node -e "require('fs').writeFileSync(process.env.OUT+'/config.toml','')"`,
    `node -e "console.log(process.env.XDG_CONFIG_HOME)"`,
    "echo $XDG_CONFIG_HOME/sallyport",
    "git commit -m 'stop sallyport with pkill'",
    "echo 'pkill -f sallyport' >> notes.txt",
    "systemctl --user stop postgres",
    "npm uninstall -g typescript",
  ])("%s", async (command) => {
    expect(await decided(command)).toBe("bypassMode");
  });
});
