/** A rule about reading, and what is handed to a container, another root or another machine: read there by another name. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  execFileSync("git", ["init", "-q"], { cwd: here.root });
  for (const file of ["secrets/prod.txt", "src/a.ts", "Dockerfile"]) here.write(file, "x\n");
});
afterAll(() => here.remove());

const by = async (command: string, rule: string, list: "deny" | "ask" = "deny"): Promise<string> =>
  (
    await here
      .gate({ settings: { mode: "bypassPermissions", permissions: { [list]: [rule] } }, restore: null })
      .check(bash(command))
  ).by;

const HANDED = [
  'docker run -v "$PWD:/w" alpine cat /w/secrets/prod.txt',
  "docker run --rm -itv .:/w alpine cat /w/secrets/prod.txt",
  "docker run -v./:/w alpine ls",
  'docker run --volume "${PWD}":/w alpine true',
  "docker run --volume=.:/w:Z alpine true",
  "docker run --mount type=bind,src=.,dst=/w alpine cat /w/secrets/prod.txt",
  'docker run --mount type=bind,target=/w,"source=$PWD" alpine x',
  'docker run -v "$(pwd):/w:ro" alpine x',
  "docker run -v ..:/h alpine true",
  "docker run -v secrets/:/s alpine true",
  'docker run -v "$UNKNOWN:/w" alpine true',
  "docker container run -v .:/w alpine true",
  "docker create -v .:/w alpine",
  "docker compose run -v .:/w web cat /w/secrets/prod.txt",
  "docker-compose run -v .:/w web cat /w/secrets/prod.txt",
  "docker compose cp . web:/w",
  "docker build -f - . <<< 'FROM a\nCOPY secrets s\nRUN cat s/prod.txt'",
  "docker build -f- . < src/a.ts",
  "docker build --secret id=x,src=secrets/prod.txt .",
  "docker buildx build --build-context s=./secrets .",
  "podman run -v .:/w alpine cat /w/secrets/prod.txt",
  "nerdctl run -v .:/w alpine cat /w/secrets/prod.txt",
  "sudo docker run -v .:/w alpine true",
  "bash -c 'docker run -v .:/w alpine true'",
  "singularity exec -B .:/w x.sif cat /w/secrets/prod.txt",
  "apptainer exec --bind .:/w x.sif cat /w/secrets/prod.txt",
  "bwrap --bind . /w cat /w/secrets/prod.txt",
  "bwrap --ro-bind . /w cat /w/secrets/prod.txt",
  "systemd-nspawn --bind=.:/w cat /w/secrets/prod.txt",
  "systemd-nspawn --bind-ro=$PWD:/w cat /w/secrets/prod.txt",
  "systemd-nspawn -D . cat /secrets/prod.txt",
  "chroot . cat /secrets/prod.txt",
  "sudo chroot . /bin/cat /secrets/prod.txt",
  "unshare -r --root=. cat /secrets/prod.txt",
  "unshare -rR . cat /secrets/prod.txt",
  "nsenter -t 1 --root=. cat /secrets/prod.txt",
  "proot -r . cat /secrets/prod.txt",
  "proot -b .:/w cat /w/secrets/prod.txt",
  "kubectl cp . pod:/w",
  "kubectl -n web cp . pod:/w",
  "oc rsync . pod:/w",
  "lxc file push -r . c/w",
  "lxc config device add c d disk source=. path=/w",
  "multipass mount . vm:/w",
  "multipass transfer -r . vm:/w",
  "limactl copy -r . vm:/w",
  "minikube mount .:/w",
  "vagrant upload .",
  "qemu-system-x86_64 -virtfs local,path=.,mount_tag=x",
  "mount --bind . /mnt/w",
  "sudo mount -o bind . /mnt/w",
];

describe("Read(./secrets/**)", () => {
  test.each(HANDED)("denied: %s", async (command) => {
    expect(await by(command, "Read(./secrets/**)")).toBe("denyRule");
  });

  test.each(HANDED.slice(0, 3))("asked: %s", async (command) => {
    expect(await by(command, "Read(./secrets/**)", "ask")).toBe("askRule");
  });

  test.each([
    "docker run -v ./src:/w -w /w node npm test",
    "docker run -v $PWD/src:/w node npm test",
    'docker run -v "$(pwd)/src:/w" node npm test',
    "docker run -v data:/var/lib/postgresql/data -p 5432:5432 postgres",
    "docker run -v /var/run/docker.sock:/var/run/docker.sock alpine true",
    "docker run --rm alpine ls /",
    "docker exec web ls .",
    "docker build .",
    "docker build -t app -f Dockerfile .",
    "docker compose up -d",
    "docker compose run web npm test",
    "docker ps",
    "kubectl cp pod:/w out",
    "kubectl cp src pod:/w",
    "kubectl apply -f src",
    "bwrap --bind src /w ls /w",
    "chroot /mnt ls /",
    "vagrant up",
  ])("not: %s", async (command) => {
    expect(await by(command, "Read(./secrets/**)")).toBe("bypassMode");
  });
});

describe("Edit(src/**)", () => {
  test.each([
    "docker run --rm -itv .:/w alpine true",
    "singularity exec -B .:/w x.sif sh",
    "bwrap --bind . /w sh",
    "chroot . sh",
  ])("denied: %s", async (command) => {
    expect(await by(command, "Edit(src/**)")).toBe("denyRule");
  });

  test.each(["bwrap --ro-bind . /w ls", "kubectl cp . pod:/w", "singularity exec -B .:/w:ro x.sif ls"])(
    "not: %s",
    async (command) => {
      expect(await by(command, "Edit(src/**)")).toBe("bypassMode");
    },
  );
});
