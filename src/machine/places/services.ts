/** What runs at a commit, or by itself on a service. */
import type { PlaceRow } from "./row.ts";

export const GIT: readonly PlaceRow[] = [
  { kind: "ask", names: ".git", source: "https://git-scm.com/docs/gitrepository-layout" },
  { kind: "judge", names: ".gitconfig .config/git", source: "https://git-scm.com/docs/git-config#FILES" },
  { kind: "judge", names: ".gitmodules .gitattributes", source: "https://git-scm.com/docs/gitattributes" },
  {
    kind: "judge",
    names: ".lfsconfig",
    source: "https://github.com/git-lfs/git-lfs/blob/main/docs/man/git-lfs-config.adoc: where large files go",
  },
  {
    kind: "judge",
    names: ".nano-staged.* .nanostagedrc* nano-staged.* commitlint.config.* .commitlintrc*",
    source: "https://github.com/usmanyunusov/nano-staged, https://commitlint.js.org: loaded by hooks at a commit",
  },
  { kind: "judge", names: ".hg .hgrc .sl .jj .svn .bzr", source: "https://www.mercurial-scm.org/doc/hgrc.5.html" },
  {
    kind: "judge",
    names: "_darcs .pijul .fossil-settings _fossil_ .fslckout",
    source: "http://darcs.net/manual (prefs/defaults: posthook), https://pijul.org/manual and https://fossil-scm.org",
  },
  { kind: "judge", names: ".husky .huskyrc* husky.config.*", source: "https://typicode.github.io/husky" },
  {
    kind: "judge",
    names: "lefthook.* .lefthook.* lefthook-local.* .lefthook-local.* .lefthook .lefthook-local",
    source: "https://lefthook.dev/configuration",
  },
  {
    kind: "judge",
    names: ".pre-commit-config.y*ml .pre-commit-hooks.y*ml prek.toml",
    source: "https://pre-commit.com/#pre-commit-configyaml---hooks",
  },
  { kind: "judge", names: ".overcommit.yml .git-hooks", source: "https://github.com/sds/overcommit#configuration" },
  {
    kind: "judge",
    names: ".githooks githooks git-hooks",
    source: "https://git-scm.com/docs/git-config core.hooksPath, by custom",
  },
  {
    kind: "judge",
    names: ".simple-git-hooks.* simple-git-hooks.*",
    source: "https://github.com/toplenboren/simple-git-hooks",
  },
  {
    kind: "judge",
    names: ".trunk .moon .hooks .git_hooks .cog.toml cog.toml",
    source:
      "https://docs.trunk.io/cli/getting-started/actions/git-hooks, https://moonrepo.dev/docs/guides/vcs-hooks, https://docs.cocogitto.io and the like: hooks they install",
  },
  {
    kind: "judge",
    names:
      "captainhook.* grumphp.y*ml* .rusty-hook.toml .cargo-husky hk.pkl hk.toml hk.y*ml hk.local.* .hk.* .lintstagedrc* lint-staged.config.*",
    source: "https://docs.captainhook.info and the manuals of GrumPHP, rusty-hook, cargo-husky, hk, lint-staged",
  },
];

export const CI: readonly PlaceRow[] = [
  {
    kind: "judge",
    names: ".eas/workflows bamboo-specs .spacelift packit.y*ml .packit.y*ml atlantis.y*ml .crow .crow.y*ml .expeditor",
    source:
      "https://docs.expo.dev/eas/workflows, https://docs.atlassian.com/bamboo-specs-docs, https://docs.spacelift.io, https://packit.dev/docs/configuration, https://www.runatlantis.io/docs/repo-level-atlantis-yaml.html, https://crowci.dev, https://expeditor.chef.io",
  },
  {
    kind: "judge",
    names: ".github/workflows .github/actions .github/hooks .github/dependabot.y*ml codeowners",
    source: "https://docs.github.com/actions; /code-security/dependabot",
  },
  { kind: "judge", names: ".gitlab-ci.y*ml .gitlab", source: "https://docs.gitlab.com/ci/yaml" },
  {
    kind: "judge",
    names: ".gitea .forgejo .woodpecker .woodpecker.y*ml",
    source: "https://docs.gitea.com/usage/actions",
  },
  {
    kind: "judge",
    names: "jenkinsfile jenkinsfile.* *.jenkinsfile",
    source: "https://www.jenkins.io/doc/book/pipeline/jenkinsfile",
  },
  {
    kind: "judge",
    names: ".circleci .travis.y*ml .buildkite buildkite buildkite.y*ml buildkite.json buildkite-*.y*ml",
    source: "https://circleci.com/docs/configuration-reference; https://buildkite.com/docs/agent/v3/cli-pipeline",
  },
  {
    kind: "judge",
    names: "azure-pipelines*.y*ml .azure-pipelines .azuredevops .vsts-ci.y*ml",
    source: "https://learn.microsoft.com/azure/devops/pipelines/yaml-schema",
  },
  {
    kind: "judge",
    names: "bitbucket-pipelines.y*ml",
    source: "https://support.atlassian.com/bitbucket-cloud/docs/configure-bitbucket-pipelinesyml",
  },
  {
    kind: "judge",
    names:
      ".drone.* appveyor.y*ml .appveyor.y*ml .cirrus.* .semaphore wercker.y*ml .teamcity codefresh.y*ml .build.y*ml .builds .tekton .harness screwdriver.yaml codemagic.yaml env0.y*ml digger.y*ml salsa-ci.y*ml bitrise.y*ml .scrutinizer.yml .evergreen.yml .zuul.* .zuul.d zuul.y*ml zuul.d .packit.yaml .packit.yml .kokoro",
    source: "the manuals of Drone, AppVeyor, Cirrus, Semaphore, TeamCity, sourcehut, Tekton, Zuul, …",
  },
  {
    kind: "judge",
    names: "ci_scripts",
    source: "https://developer.apple.com/documentation/xcode/writing-custom-build-scripts",
  },
  {
    kind: "judge",
    names:
      ".vela.y*ml .vela .onedev-buildspec.* garnix.yaml .agola .tangled .depot *.gocd.y*ml *.gocd.json .radicle .taskcluster.y*ml .prow.yaml .prow .ci-operator.yaml .space.kts .rwx .buddy buddy.yml",
    source:
      "https://go-vela.github.io/docs, https://docs.onedev.io, https://garnix.io/docs/yaml_config, https://agola.io/doc, https://docs.tangled.org/spindles, https://depot.dev/docs, https://github.com/gocd-contrib/gocd-yaml-config-plugin, https://radicle.xyz, https://docs.taskcluster.net, https://docs.prow.k8s.io/docs/inrepoconfig",
  },
  {
    kind: "judge",
    names:
      "codeship-*.y*ml codeship-*.json shippable.yml .shippable.yml lgtm.yml .lgtm.yml .abstruse.yml .cds .werft .gitness .jenkins-x .lighthouse",
    source: "the manuals of CodeShip, Shippable, LGTM, Abstruse, CDS, Hydra, Werft, Gitness, Jenkins X, …",
  },
  {
    kind: "judge",
    names:
      "now.json .now .vercel .platform .platform.app.yaml .upsun .magento.app.yaml .s2i .openshift .kamal .profile.d nixpacks.toml nixpacks.json railpack.json zbpack.json zbpack.*.json scalingo.json apprunner.yaml .clever azure.yaml .codecatalyst .hercules-ci ci.nix .dagger dagger.json .copr .obs .argocd* .flux.yaml .elasticbeanstalk",
    source:
      "https://docs.aws.amazon.com/elasticbeanstalk/latest/dg/platforms-linux-extend.html, https://kamal-deploy.org/docs/hooks/overview, https://devcenter.heroku.com/articles/app-json-schema and the like: scripts of a deployment",
  },
  {
    kind: "judge",
    names: "heroku.yml .do appspec.y*ml .ebextensions railway.json railway.toml .github/settings.yml .asf.yaml",
    source:
      "https://devcenter.heroku.com/articles/build-docker-images-heroku-yml, https://docs.aws.amazon.com/codedeploy/latest/userguide/reference-appspec-file.html and the like: run or believed by a service that sees a commit",
  },
  {
    kind: "judge",
    names:
      "buildspec*.y*ml cloudbuild.y*ml cloudbuild.json amplify.y*ml netlify.toml vercel.json vercel.ts vercel.js vercel.mjs vercel.mts render.yaml .readthedocs.y*ml",
    source:
      "https://docs.aws.amazon.com/codebuild, https://cloud.google.com/build/docs/build-config-file-schema and the like",
  },
  {
    kind: "judge",
    names: "renovate.json* renovate.js .renovaterc* .mergify.y*ml .kodiak.toml .sync.yml",
    source: "https://docs.renovatebot.com/configuration-options: merges and runs by itself",
  },
];
