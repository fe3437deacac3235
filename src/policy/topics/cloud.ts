import { topics } from "./build.ts";
import ROWS from "./rows/cloud.json" with { type: "json" };

export const CLOUD = topics(ROWS, {
  "Mass Cloud Delete": [
    {
      would: "delete things in the cloud ({})",
      clue: { do: "cloud", op: "delete" },
      match: [
        "aws s3 rm s3://b --recursive",
        "gcloud compute instances delete x",
        "terraform destroy",
        "az group delete -n x --yes",
      ],
      notMatch: ["aws s3 ls"],
    },
  ],
  "Infrastructure Apply": [
    {
      would: "create or change things in the cloud ({})",
      clue: {
        do: "cloud",
        op: ["create", "change", "run", "stop"],
        line: /^(?!.*\b(?:config (?:set|get)|configure|login|dev$))/,
      },
      match: ["terraform apply", "aws ec2 run-instances --image-id x", "az snapshot create -n x", "cdk deploy"],
      notMatch: ["terraform plan", "aws ec2 describe-instances"],
    },
    {
      would: "change a cluster ({})",
      clue: { do: "cluster", op: ["create", "change", "delete", "stop"], notAct: ["cluster.context"] },
      match: ["kubectl apply -f a.yaml", "helm upgrade --install web ./chart", "kubectl run x --image=evil"],
      notMatch: ["kubectl get pods", "helm list"],
    },
  ],
  "Secret Store Write": [
    {
      would: "change a stored secret ({})",
      clue: [
        { act: "stored-secret.change" },
        {
          do: "cloud",
          op: ["create", "change", "delete"],
          line: /secret(?:s| |manager)?.*(?:put|set|create|update|delete|rotate)|(?:put|set|create|update|delete).*secret/i,
        },
      ],
      match: ["gh secret set TOKEN", "wrangler secret put X", "aws secretsmanager delete-secret --secret-id x"],
      notMatch: ["gh secret list"],
    },
  ],
  "DNS And Certificates": [
    {
      would: "change names or certificates of a running service",
      clue: { act: "cloud.names" },
      match: ["aws route53 change-resource-record-sets --hosted-zone-id x"],
      notMatch: ["dig example.com"],
    },
  ],
});
