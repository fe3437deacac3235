/** The usual names are guarded, and ordinary code is not. */
import { describe, expect, test } from "vitest";
import { AGENT_FILES } from "../hosts/index.ts";
import { movedPlaces, type ProtectedContext, protectedPlace } from "./index.ts";

const context: ProtectedContext = {
  projectRoot: "/home/me/app",
  home: "/home/me",
  gateDirectories: ["/etc/sallyport"],
  movedPlaces: ["/srv/claude-home"],
  gatePrograms: ["/opt/gate/dist"],
  agentFiles: AGENT_FILES,
};

const ASK =
  ".opencode.json .github/mcp.json .github/lsp.json .github/extensions/x/extension.mjs .github/plugin/plugin.json sub/.github/lsp.json .git/config .claude/settings.json .codex/config.toml .gemini/settings.json .cursor/mcp.json .opencode/plugin/x.js .copilot/x .qwen/x.md .cline/x .kilo/plugins/x.js .pi/extensions/x.ts kilo.json .sallyport/settings.json .claude.json .mcp.json opencode.json opencode.jsonc sub/OpenCode.JSON .vscode/mcp.json .roo/mcp.json .kiro/settings/mcp.json .kiro/hooks/x.json .amazonq/mcp.json .letta/settings.json .letta/settings.local.json .qwen/settings.json .continue/mcpServers/x.yaml .continue/config.yaml .zed/settings.json .windsurf/hooks.json .clinerules/hooks/x .aider.conf.yml .claude-plugin/plugin.json crush.json .factory/mcp.json .openhands/setup.sh gemini-extension.json";
const JUDGE =
  ".cursorrules .windsurfrules .windsurf/rules/x.md .roo/rules/x.md .roomodes .kiro/steering/x.md .continue/rules/x.md .clinerules .kilocode/rules/x.md .junie/guidelines.md .trae/rules/x.md .augment/rules/x .goosehints .agents/skills/x/SKILL.md .github/copilot-instructions.md .github/agents/x.md .github/instructions/x.md .github/prompts/x.md .github/chatmodes/x.md CLAUDE.md AGENTS.md GEMINI.md QWEN.md CRUSH.md WARP.md .cursorignore .aiexclude " +
  ".github/workflows/ci.yml .github/actions/x/action.yml .gitlab-ci.yml .gitlab-ci.yaml .gitea/workflows/x.yml .forgejo/workflows/x.yml .woodpecker/x.yml Jenkinsfile .circleci/config.yml .travis.yml .buildkite/pipeline.yml azure-pipelines.yml azure-pipelines-release.yml bitbucket-pipelines.yml .drone.yml appveyor.yml .cirrus.yml .semaphore/x.yml .teamcity/x .build.yml .builds/x.yml .tekton/x.yaml buildspec.yml cloudbuild.yaml netlify.toml vercel.json .readthedocs.yaml renovate.json .mergify.yml codeowners .zuul.yaml bitrise.yml codemagic.yaml " +
  "hie.yaml .bsp/x.json rust-analyzer.toml buildServer.json .sourcekit-lsp/config.json .merlin .ycm_extra_conf.py .gitpod/automations.yaml .ona/automations.yaml conductor.json .letta/x.md ci_scripts/ci_post_clone.sh ci_scripts/ci_pre_xcodebuild.sh ios/ci_scripts/ci_post_xcodebuild.sh .vela.yml .onedev-buildspec.yml garnix.yaml .agola/config.yml .tangled/workflows/x.yml .depot/workflows/x.yml x.gocd.yaml .radicle/native.yaml .taskcluster.yml .prow.yaml codeship-steps.yml appspec.yml _darcs/prefs/defaults .coderabbit.yaml " +
  ".husky/pre-commit lefthook.yml lefthook.toml .lefthook/pre-commit/x lefthook-local.yml .pre-commit-config.yaml .pre-commit-hooks.yaml .overcommit.yml .git-hooks/x .githooks/pre-commit .simple-git-hooks.json captainhook.json hk.pkl .lintstagedrc.json lint-staged.config.mjs .hg/hgrc .gitattributes .gitmodules .gitconfig " +
  ".env .env.local .envrc .mise.toml mise.toml mise.local.toml .mise/tasks/x .tool-versions shell.nix flake.nix devenv.nix devbox.json .devcontainer/devcontainer.json .devcontainer.json .gitpod.yml .replit .idx/dev.nix .codesandbox/tasks.json " +
  ".vscode/tasks.json app.code-workspace .vs/x .idea/workspace.xml .fleet/run.json .zed/tasks.json .nvim.lua .exrc .vimrc .nvimrc .lvimrc .dir-locals.el .dir-locals-2.el .emacs .emacs.d/init.el app.sublime-project .helix/languages.toml .luarc.json .project .externalToolBuilders/x pyrightconfig.json " +
  ".trunk/trunk.yaml mise/config.toml .platform/hooks/prebuild/x.sh now.json .omp/hooks/x.ts agents.config.json .superset/config.json .emdash.json .mux/init .dmux-hooks/worktree_created .dmux/hooks/x .workmux.yaml .config/wt.toml .nlsp-settings/lua_ls.json .sweep.yml .openhands_instructions vendor/autoload.php vendor/composer/autoload_real.php .newagent/hooks/x.sh .newagent/mcp.json .newagent-hooks/pre .wtp.yml .gtrconfig .lazy.lua .projections.json .flox/env/manifest.toml .ddev/config.yaml .tmuxinator.yml .kamal/hooks/pre-deploy .tox/py311/bin/pytest .nox/test/bin/python .moon/workspace.yml " +
  ".npmrc .yarnrc.yml .yarn/releases/yarn.cjs .pnp.cjs .pnpmfile.cjs pnpm-workspace.yaml bunfig.toml node_modules/x/i.js .venv/bin/python venv/bin/activate sitecustomize.py usercustomize.py lib/site-packages/x.pth pip.conf .pypirc .cargo/config.toml rust-toolchain.toml .bundle/config .mvn/extensions.xml gradle/wrapper/gradle-wrapper.properties gradle/wrapper/gradle-wrapper.jar gradle/init.d/x.gradle nuget.config Directory.Build.props .bazelrc tools/bazel ansible.cfg main.tf .ripgreprc " +
  ".corepack.env .bazelversion tools/bazel.sh lean-toolchain .pdm-python .hie-bios buildkite.yml buildkite.json buildkite/pipeline.yml hk.toml hk.local.pkl husky.config.js grumphp.yml.dist githooks/pre-commit common/git-hooks/pre-commit vercel.ts kls-classpath kotlinLspClasspath.sh ols.json latexmkrc global.json rootlogon.C profile.do login.sql jupyter_config.py " +
  ".lfsconfig renv/activate.R .lsp/config.edn .joyride/scripts/x.cljs jupyter_server_config.json jupyter_notebook_config.py app.csproj.user bin/activate-hermit .nano-staged.json nano-staged.js commitlint.config.js .commitlintrc.json .byebugrc .psysh.php startup.m IFLOW.md CODEBUDDY.md forge.yaml .eas/workflows/x.yml bamboo-specs/bamboo.yml .spacelift/config.yml packit.yaml .packit.yaml atlantis.yaml .crow/x.yml .expeditor/config.yml .rdbgrc " +
  ".bashrc .bash_profile .profile .zshrc .zshenv .kshrc .tcshrc .xonshrc config.fish .inputrc .tmux.conf .screenrc .pythonrc .irbrc .Rprofile .ghci .gdbinit .lldbinit .psqlrc .xinitrc";
const OUTSIDE = [
  ["/home/me/.config/autostart/x.desktop", "judge"],
  ["/home/me/.config/systemd/user/x.service", "judge"],
  ["/home/me/.config/fish/conf.d/x.fish", "judge"],
  ["/home/me/.ssh/rc", "judge"],
  ["/home/me/.gradle/init.d/x.gradle", "judge"],
  ["/home/me/Library/LaunchAgents/x.plist", "judge"],
  ["/etc/cron.d/x", "judge"],
  ["/var/spool/cron/me", "judge"],
  ["/home/me/.config/goose/config.yaml", "ask"],
  ["/home/me/.config/opencode/opencode.json", "ask"],
  ["/home/me/.config/sallyport/settings.json", "ask"],
  ["/srv/claude-home/settings.json", "ask"],
] as const;
/** Ordinary code and settings of a project, which run when the project is run. */
const ORDINARY =
  "src/a.ts package.json tsconfig.json Makefile justfile conftest.py setup.py pyproject.toml build.gradle gradle.properties settings.gradle vite.config.ts .eslintrc.js .prettierrc Dockerfile docker-compose.yml README.md app.json .taskmaster/tasks/tasks.json .storybook/main.ts vendor/github.com/x/y.go .gitignore .editorconfig .dockerignore .nvmrc models/net.pth config/settings.json src/hooks/use.ts src/agents/x.ts src/prompts/x.md tools/x.py .github/ISSUE_TEMPLATE/bug.md docs/workflows/x.md git/x mcp.ts";

describe("names", () => {
  test.each(ASK.split(" "))("%s asks", (path) =>
    expect(protectedPlace(`/home/me/app/${path}`, context)?.kind).toBe("ask"),
  );
  test.each(JUDGE.split(" "))("%s goes to the classifier", (path) =>
    expect(protectedPlace(`/home/me/app/${path}`, context)?.kind).toBe("judge"),
  );
  test.each(OUTSIDE)("%s: %s", (path, kind) => expect(protectedPlace(path, context)?.kind).toBe(kind));
  test.each(ORDINARY.split(" "))("%s is ordinary", (path) =>
    expect(protectedPlace(`/home/me/app/${path}`, context)).toBeUndefined(),
  );
});

test("variables move the directories of agents; what is no absolute path moves nothing", () => {
  expect(movedPlaces({ CLAUDE_CONFIG_DIR: "/x/c", CODEX_HOME: "rel", OPENCODE_CONFIG: "/", HOME: "/home/me" })).toEqual(
    ["/x/c"],
  );
});
