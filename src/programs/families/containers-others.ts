/** Image tools and virtual machines. */
import { act } from "../../contract/effect.ts";
import { given, line, named, network, task } from "../makers.ts";
import type { ProgramSpec } from "../spec.ts";
import { wholly } from "./packages-effects.ts";

export const containersOthers: readonly ProgramSpec[] = [
  {
    names: "buildah kaniko img",
    ...wholly(task, act("container.change"), (use) =>
      given(use, "push") || use.operands[0]?.value === "push" ? [act("publish.image"), network(null, true)] : [],
    ),
    unsafe: [
      ["buildah bud .", ["run.task", "container.change"]],
      ["buildah push x", ["run.task", "container.change", "publish.image", "network.send"]],
    ],
  },
  {
    names: "skopeo crane oras cosign",
    ...wholly(network(null, false), (use) =>
      /^(?:copy|cp|push|append|tag|mutate|sync|delete|sign|attest|attach)$/.test(use.operands[0]?.value ?? "")
        ? [
            act(use.operands[0]?.value === "delete" ? "publish.delete" : "publish.image", { on: named(use, 1) }),
            network(null, true),
          ]
        : [],
    ),
    unsafe: [
      ["skopeo inspect docker://x", ["network.contact"]],
      ["skopeo copy a b", ["network.contact", "publish.image", "network.send"]],
      ["skopeo delete docker://x", ["network.contact", "publish.delete", "network.send"]],
    ],
  },
  {
    names: "vagrant multipass lima limactl colima minikube kind k3d virsh qemu-system-x86_64 lxc incus firecracker",
    launches: "ssh exec shell",
    ...wholly((use) => {
      const verb = use.operands[0]?.value ?? "";
      if (/^(?:status|list|ls|info|version|--version|get|logs)$/.test(verb))
        return [act("container.read", { on: named(use, 1) })];
      if (/^(?:destroy|delete|rm|remove|purge|undefine)$/.test(verb))
        return [act("container.data-delete", { on: named(use, 1) })];
      if (/^(?:ssh|exec|shell)$/.test(verb))
        return [
          { do: "run", program: use.program, what: "remote", wording: line(use.operands) },
          act("container.run", { on: named(use, 1) }),
        ];
      if (/^(?:halt|stop|suspend|pause|shutdown)$/.test(verb)) return [act("container.stop", { on: named(use, 1) })];
      return [act("container.change", { wording: line(use.operands), on: named(use, 1) })];
    }),
    unsafe: [
      ["minikube delete", ["container.data-delete"]],
      ["vagrant ssh", ["run.remote", "container.run"]],
      ["kind create cluster", ["container.change"]],
    ],
  },
];
