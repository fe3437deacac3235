/** Running systems that other people rely on. */
import { type CallCommand, isMcpTool, isOutside, lineOf } from "../offline/index.ts";
import { mcp, topics } from "./build.ts";
import ROWS from "./rows/production.json" with { type: "json" };

/** What runs there runs in a container or a cluster, not in a shell of another machine. */
const HOSTED: ReadonlySet<string> = new Set(["container", "cluster"]);

/** A session that gets its commands from a file or a pipe. */
const isFed = (command: CallCommand | undefined): boolean =>
  /<(?!\()/.test(command?.text ?? "") || (command?.fedBy ?? []).length > 0;

export const PRODUCTION = topics(ROWS, {
  "Production Deploy": [
    {
      would: "ship, restart or scale something that runs",
      clue: { do: "unknown", when: isMcpTool(/(?:deploy|rollback|restart|scale|release|promote)(?:_|$)/) },
      match: [mcp("vercel", "deploy_project", {})],
      notMatch: [mcp("vercel", "list_deployments", {})],
    },
    {
      would: "ship to what people use",
      clue: [
        { act: ["publish.deploy", "publish.application", "cloud.workflow"] },
        {
          do: "cloud",
          op: ["create", "change", "run"],
          line: /^(?!cdk |aws cloudformation |az deployment ).*(?:deploy|--prod\b)/i,
        },
      ],
      match: ["vercel --prod", "fly deploy", "firebase deploy", "gh workflow run deploy.yml"],
      notMatch: ["vercel ls", "cdk deploy"],
    },
  ],
  "Production Access": [
    {
      would: "reach into another machine ({})",
      clue: {
        do: "network",
        program: /^(?:ssh|scp|sftp|rsync|mosh|telnet|psql|mysql|mongosh|redis-cli|ftp)$/,
        when: isOutside,
      },
      match: [
        "scp host.example:/var/log/a .",
        "ssh host.example",
        "psql -h db.example.com -c 'select 1'",
        "echo quit | telnet x.example 80",
      ],
      notMatch: ["psql -h localhost -c 'select 1'"],
    },
    {
      would: "open a session into a running system",
      clue: {
        act: ["cluster.exec", "cluster.open", "container.exec", "cloud.session", "cloud.invoke"],
      },
      match: ["kubectl exec -it web -- sh", "kubectl port-forward svc/db 5432", "aws ssm start-session --target i-1"],
      notMatch: ["kubectl get pods"],
    },
  ],
  "Remote Shell Write": [
    {
      would: "copy files to {}",
      clue: {
        do: "network",
        program: /^(?:scp|sftp|rsync|ssh-copy-id|ftp|lftp|tftp|rclone|croc)$/,
        sends: true,
        when: isOutside,
      },
      match: ["scp a host.example:/srv/", "rsync -a dist/ user@host.example:/var/www/"],
      notMatch: ["rsync -a a/ b/", "scp a localhost:/tmp"],
    },
    {
      would: "run commands on another machine",
      clue: {
        act: "run.remote",
        line: /^(?!telnet |aws ssm start-session )/,
        when: (subject, _, command) =>
          subject.do === "run" &&
          (subject.code !== "" || isFed(command)) &&
          command?.effects.some((effect) => HOSTED.has(effect.do)) !== true &&
          command?.effects.some((effect) => effect.do === "network" && isOutside(effect)) !== false &&
          !/localhost|127\.0\.0\.1/.test(command === undefined ? "" : lineOf(command)),
      },
      match: [
        "ssh host.example 'systemctl restart app'",
        "ssh host.example < script.sh",
        "sshpass -p x ssh host.example id",
      ],
      notMatch: ["ssh localhost ls", "ssh host.example", "docker run alpine", "kubectl exec -it web -- sh"],
    },
  ],
});
