/** Addresses that let in whoever knows them: hooks of chats and services, bots, and keys that are a part of the path. */
import { row } from "./named-values.ts";
import type { OwnPattern } from "./pattern.ts";

const FRESH = "(?!\\$|\\[(?:redacted |secret, ))";
/** The part of the path that is the key. */
const KEY = `(${FRESH}[\\w~%-]{6,512})`;
/** A part of the path before it. */
const PART = "[\\w.@%~-]{1,128}/";
/** Letters and digits among each other, as long as what a service hands out, and no file. */
const ISSUED = `(${FRESH}(?=[A-Za-z_-]{0,64}\\d)(?=[\\d_-]{0,64}[A-Za-z])[A-Za-z0-9_-]{12,256})(?![\\w.%-])`;

export const HOOK_PATTERNS: readonly OwnPattern[] = [
  row(
    ["discord"],
    `://(?:\\w{1,16}\\.)?discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/\\d{1,24}/${KEY}`,
    ["https://discord.com/api/webhooks/123/zebrastripe", "https://ptb.discord.com/api/v10/webhooks/123/zebrastripe"],
    [
      "https://discord.com/api/webhooks/123",
      "https://discord.com/api/webhooks/123/$TOKEN",
      "https://discord.com/channels/1/2",
    ],
  ),
  row(
    ["hooks.slack"],
    `://hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/(?:${PART}){1,4}${KEY}`,
    ["https://hooks.slack.com/workflows/T00/A00/12/zebrastripe", "https://hooks.slack.com/triggers/T00/12/zebrastripe"],
    ["https://hooks.slack.com/services/", "https://hooks.slack.com/services/T0/B0/$KEY"],
  ),
  row(
    ["office.com/webhook"],
    `\\.office\\.com/webhook(?:b2)?/(?:${PART})IncomingWebhook/${KEY}`,
    ["https://x.webhook.office.com/webhookb2/a@b/IncomingWebhook/zebrastripe/y"],
    ["https://x.webhook.office.com/webhookb2/a@b/IncomingWebhook/$KEY/y"],
  ),
  row(
    ["/bot"],
    `://[\\w.-]{1,128}/(?:file/)?bot\\d{3,16}:(${FRESH}[\\w-]{3,128})`,
    ["https://api.telegram.org/bot12345:zebrastripe/getMe"],
    ["https://h.example/bot12345/a", "https://api.telegram.org/bot12345:$T/getMe"],
  ),
  row(
    [
      "hooks.zapier",
      "hook.",
      "ifttt",
      "pagerduty",
      "victorops",
      "hc-ping",
      "healthchecks.io",
      "feishu",
      "larksuite",
      "workato",
      "n8n",
      "infura",
      "alchemy",
      "ftqq",
      "day.app",
    ],
    `://(?:hooks\\.zapier\\.com/hooks/catch/\\d{1,16}/|hook\\.(?:\\w{1,8}\\.)?(?:make|integromat)\\.com/|maker\\.ifttt\\.com/(?:${PART}){1,6}key/|events\\.(?:\\w{1,8}\\.)?pagerduty\\.com/(?:integration|x-ere|generic/[\\w-]{1,32})/|alert\\.victorops\\.com/(?:${PART}){1,5}alert/|hc-ping\\.com/|hchk\\.io/|open\\.(?:feishu\\.cn|larksuite\\.com)/open-apis/bot/(?:v2/)?hook/|webhooks\\.workato\\.com/webhooks/rest/|[\\w-]{1,64}\\.n8n\\.cloud/webhook(?:-test)?/|[\\w-]{1,64}\\.infura\\.io/(?:ws/)?v3/|[\\w-]{1,64}\\.g\\.alchemy\\.com/v2/|sctapi\\.ftqq\\.com/|api\\.day\\.app/)${KEY}`,
    [
      "https://hooks.zapier.com/hooks/catch/123456/zebrastripe/",
      "https://hook.eu1.make.com/zebrastripe",
      "https://maker.ifttt.com/trigger/x/with/key/zebrastripe",
      "https://events.pagerduty.com/integration/zebrastripe/enqueue",
      "https://alert.victorops.com/integrations/generic/1/alert/zebrastripe/team",
      "https://mainnet.infura.io/v3/zebrastripe",
    ],
    [
      "https://maker.ifttt.com/trigger/x/with/key/$KEY",
      "https://events.pagerduty.com/v2/enqueue",
      "https://hook.example.org/docs/getting-started",
      "https://www.infura.io/docs",
    ],
  ),
  row(
    ["hook"],
    `://[\\w.:-]{1,128}/(?:${PART}){0,4}?(?:web)?hooks?/(?:${PART}){0,2}?${ISSUED}`,
    ["https://chat.example/hooks/zebra77stripe", "https://chat.example/hooks/abcdefgh/zebra77stripe"],
    [
      "https://docs.example.org/webhooks/events-and-payloads",
      "https://api.github.com/repos/o/r/hooks/123456789012",
      "https://github.com/o/r/blob/main/src/hooks/useOAuth2Session.ts",
      "https://h.example/hooks/$HOOK_ID1234",
    ],
  ),
  row(
    ["sentry"],
    `://(${FRESH}[A-Za-z0-9_-]{6,128})(?::[^\\s@/"']{1,128})?@(?:[\\w-]{1,64}\\.){0,4}sentry[\\w.-]{0,64}/`,
    ["https://zebrastripe@o1.ingest.sentry.io/1", "https://zebrastripe@sentry.example/1"],
    ["https://$KEY@o1.ingest.sentry.io/1", "https://docs.sentry.io/platforms/"],
  ),
];
