/**
 * Programs that open an address for somebody, by a part of their user agent in small letters. Sources: what their makers say of them.
 * - WhatsApp, Messenger, Instagram: developers.facebook.com/docs/sharing/webmasters/web-crawlers
 * - X: developer.x.com, "Cards getting started" (Twitterbot); Telegram: core.telegram.org (TelegramBot); Slack: api.slack.com/robots
 * - LinkedIn: linkedin.com/help (LinkedInBot); Discord: discord.com/developers (Discordbot); Skype and Teams: SkypeUriPreview
 * - Google: developers.google.com/crawling, also Google Messages and safe browsing; Bing: bing.com/webmasters; Apple: support.apple.com/119829
 * - Mail filters and preview services name themselves; programs without a browser name their library
 */
const names: readonly string[] = [
  'whatsapp/',
  'facebookexternalhit',
  'facebookcatalog',
  'facebot',
  'meta-externalagent',
  'meta-externalfetcher',
  'twitterbot',
  'telegrambot',
  'slackbot',
  'slack-imgproxy',
  'linkedinbot',
  'discordbot',
  'skypeuripreview',
  'microsoftpreview',
  'viber',
  'line-poker',
  'kakaotalk-scrap',
  'snapchat',
  'pinterestbot',
  'redditbot',
  'embedly',
  'iframely',
  'googlebot',
  'google-safety',
  'google-inspectiontool',
  'googleother',
  'google-pagerenderer',
  'googlemessages',
  'storebot-google',
  'bingbot',
  'bingpreview',
  'applebot',
  'yandexbot',
  'duckduckbot',
  'baiduspider',
  'petalbot',
  'ahrefsbot',
  'semrushbot',
  'proofpoint',
  'barracuda',
  'mimecast',
  'curl/',
  'wget/',
  'python-requests',
  'python-urllib',
  'aiohttp',
  'go-http-client',
  'okhttp',
  'java/',
  'apache-httpclient',
  'axios/',
  'node-fetch',
  'undici',
  'libwww-perl',
  'headlesschrome',
];

export const isPreviewerAgent = (agent: string): boolean => {
  const small = agent.toLowerCase();
  return names.some((name) => small.includes(name));
};

type Asking = { method: string; headers: Readonly<Record<string, string | string[] | undefined>> };

/** Classifies the caller of a short address: a person, a program, or unsure by its headers. */
export function seenAs({ method, headers }: Asking): 'person' | 'previewer' | 'unsure' {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`;
  if (method === 'HEAD' || /prefetch|preview/i.test(purpose) || isPreviewerAgent(String(headers['user-agent'] ?? ''))) return 'previewer';
  return headers['accept-language'] === undefined ? 'unsure' : 'person';
}
