/** What is evaluated to change infrastructure and to deploy. */
import type { EvaluatedFiles } from "./row.ts";

export const CLOUD_FILES: readonly EvaluatedFiles[] = [
  {
    by: "terraform, tofu, terragrunt, terraspace, cdktf",
    except: "fmt version",
    files:
      "*.tf *.tf.json *.tofu *.tfvars *.tfvars.json terragrunt.hcl root.hcl .terraform.lock.hcl .terraform/** .terraformrc cdktf.json",
    leads: /\bsource\s*=|include/,
    mentions: true,
  },
  {
    by: "pulumi",
    except: "version about whoami",
    files: "Pulumi.* Pulumi.*.yaml index.ts index.js __main__.py main.go Program.cs",
    mentions: true,
  },
  {
    by: "cdk",
    except: "ls list doctor docs",
    files: "cdk.json cdk.context.json bin/** app.py app.ts app.js",
    mentions: true,
  },
  { by: "serverless, sls, sst", files: "serverless.* serverless-compose.* sst.config.*", mentions: true },
  { by: "sam", files: "template.y*ml samconfig.toml samconfig.y*ml", mentions: true },
  {
    by: "chalice, zappa, eb, copilot",
    files: ".chalice/** zappa_settings.* .ebextensions/** .elasticbeanstalk/** .platform/** copilot/**",
  },
  {
    by: "aws cloudformation, aws deploy, az deployment, az bicep, gcloud deployment-manager",
    where: "named",
    files: "**",
  },
  {
    by: "gcloud app, gcloud builds, gcloud run, gcloud functions",
    files: "app.yaml cloudbuild.y*ml cloudbuild.json service.yaml Dockerfile",
  },
  {
    by: "firebase, firebase-tools",
    except: "login logout projects:list",
    files: "firebase.json .firebaserc firestore.rules storage.rules database.rules.json",
    mentions: true,
  },
  {
    by: "fly, flyctl",
    except: "status logs version auth apps regions",
    files: "fly.toml fly.*.toml Dockerfile Containerfile",
    mentions: true,
  },
  {
    by: "wrangler",
    except: "whoami login logout tail",
    files: "wrangler.toml wrangler.json wrangler.jsonc",
    mentions: true,
  },
  {
    by: "vercel, now",
    except: "ls list whoami login logout logs inspect",
    files: "vercel.json vercel.ts now.json package.json",
    mentions: true,
  },
  {
    by: "netlify, ntl, netlify-cli",
    except: "status login logout",
    files: "netlify.toml package.json",
    mentions: true,
  },
  { by: "railway, render, heroku, doctl", files: "railway.* render.yaml app.json heroku.yml Procfile .do/**" },
  { by: "supabase, amplify, encore", files: "supabase/** amplify.yml encore.app" },
  { by: "eas, expo", except: "whoami login logout", files: "eas.json app.json app.config.* package.json" },
  {
    by: "ansible, ansible-playbook, ansible-pull, ansible-galaxy, ansible-runner, molecule",
    except: "--version",
    files:
      "ansible.cfg inventory inventory.* inventory/** hosts hosts.* roles/** group_vars/** host_vars/** library/** filter_plugins/** requirements.y*ml molecule/**",
    mentions: true,
  },
  { by: "salt, salt-call, puppet, chef-client, pyinfra", where: "named", files: "**" },
];
