/** What is evaluated to build images, start containers and change clusters. */
import type { EvaluatedFiles } from "./row.ts";

const IMAGE_FILES = "Dockerfile Dockerfile.* *.Dockerfile Containerfile Containerfile.* .dockerignore";
const COMPOSE_FILES = "compose.y*ml compose.*.y*ml docker-compose*.y*ml podman-compose*.y*ml .env";
/** Sub-commands of compose that start and build nothing. */
const COMPOSE_LOOKS = "ps ls images top port events version logs exec cp stats";

export const CONTAINER_FILES: readonly EvaluatedFiles[] = [
  {
    by: "docker build, docker buildx, docker builder, docker image build, podman build, podman image build, nerdctl build, buildah, kaniko, img build",
    except: "ls inspect version images containers du",
    files: IMAGE_FILES,
  },
  { by: "docker bake, docker buildx bake", files: `docker-bake.* ${COMPOSE_FILES} ${IMAGE_FILES}`, leads: /(?:)/ },
  {
    by: "docker compose, podman compose, nerdctl compose, docker-compose, podman-compose, docker stack deploy",
    except: COMPOSE_LOOKS,
    files: `${COMPOSE_FILES} ${IMAGE_FILES}`,
    leads: /\bbuild\s*:|\binclude\s*:|\bextends\s*:/,
    mentions: true,
  },
  { by: "podman kube, podman play", where: "named", files: "**" },
  { by: "devcontainer", files: `.devcontainer/** .devcontainer.json ${IMAGE_FILES}` },
  { by: "earthly, dagger, nixpacks, pack build", files: "Earthfile dagger.json nixpacks.toml project.toml" },
  { by: "vagrant", except: "status global-status version box", files: "Vagrantfile", mentions: true },
  { by: "packer", except: "fmt version", files: "*.pkr.hcl *.pkr.json *.pkrvars.hcl", mentions: true },
  {
    by: "kubectl apply, kubectl create, kubectl replace, kubectl patch, kubectl kustomize, kubectl run, oc apply, oc create, oc replace, oc process, oc new-app, kustomize build, kapp deploy, argocd app, flux",
    where: "named",
    files: "**",
  },
  {
    by: "helm install, helm upgrade, helm template, helm package, helm push, helm dependency, helm dep, helm test",
    where: "named",
    files: "**",
  },
  {
    by: "helmfile, werf",
    files: "helmfile.y*ml helmfile.yaml.gotmpl helmfile.d/** werf.yaml .helm/**",
    mentions: true,
  },
  {
    by: "skaffold, tilt, okteto, garden, devspace, draft",
    except: "version",
    files: `skaffold.y*ml Tiltfile tilt_config.json okteto.y*ml garden.yml project.garden.yml devspace.yaml draft.toml ${IMAGE_FILES}`,
    mentions: true,
  },
  { by: "nomad job, nomad run", where: "named", files: "*.nomad *.hcl" },
];
