import { featureFlags } from '@parley/contract';
import type { Config } from './config.ts';

const isLoopback = (host: string) => ['127.0.0.1', '::1', 'localhost'].includes(host);

/**
 * Lists the settings that a deployment most likely forgot: it starts all the same, and says so in its log.
 * @returns sentences that begin with the setting; [] on somebody's own machine
 */
export function missingSettings(config: Config): string[] {
  const { isProduction, publicUrl, features, smtpUrl, mailFrom, databaseUrl, secretsKey, redisUrl, roles, trustProxy, ffmpeg } = config;
  const unknown = features.filter((name) => name !== 'all' && !(featureFlags as readonly string[]).includes(name));
  const spelling = unknown.length > 0 ? [`FEATURES: there is no flag ${unknown.join(', ')} (docs/FEATURES.md).`] : [];
  const isOpen = !isLoopback(config.host) || (publicUrl?.startsWith('https:') ?? false);
  if (!isProduction) {
    const open =
      'NODE_ENV: it is not production, though others may reach this installation: demo users and what tests switch off are for nobody else.';
    const captcha = 'CAPTCHA: it is off, though others may reach this installation.';
    return isOpen ? [open, ...(config.isCaptchaOn ? [] : [captcha]), ...spelling] : spelling;
  }
  const isBehindProxy = publicUrl?.startsWith('https:') && trustProxy === false;
  const wholeAddress = /@(?!localhost)/.test(mailFrom);
  return [
    ...(smtpUrl
      ? []
      : ['SMTP_URL: no mail leaves: invitations, activations and forgotten passwords stay in DATA_DIR/mail, where nobody sees them.']),
    ...(smtpUrl && !wholeAddress ? [`MAIL_FROM: mails come from ${mailFrom}, which most receivers refuse.`] : []),
    ...(features.length > 0
      ? []
      : ['FEATURES: none is on, so that channels, bots, templates and more have no screen; `all` switches on what is built.']),
    ...spelling,
    ...(publicUrl ? [] : ['PUBLIC_URL: links in mails and messages lead to the address that this process listens at.']),
    ...(databaseUrl && !secretsKey
      ? ['SECRETS_KEY: it lies in DATA_DIR of this machine alone: other processes and a restored database need the same.']
      : []),
    ...(isBehindProxy ? ['TRUST_PROXY: behind a proxy everybody has its address, and shares its limits and locks.'] : []),
    ...(roles.includes('worker') && !ffmpeg
      ? ['FFMPEG: there is no such program: what browsers do not play of voice and video (AMR, 3GP, WMV and others) can only be saved.']
      : []),
    ...(roles.length < 3 && !redisUrl ? ['REDIS_URL: processes of several roles hear of each other late without it.'] : []),
  ];
}
