import { faultTexts } from '../faults.ts';
import { requiredText, text } from '../fields.ts';
import { z } from '../z.ts';

export { defaultWhiteLabel } from './default-white-label.ts';

/** Feature flags of the application configuration. The bundled default has all of them off (SHELL-059); a deployment switches them on. */
export const featureFlags = [
  'trash',
  'userInvite',
  'milestone',
  'bots',
  'billing',
  'twoFactor',
  'analytics',
  'campaigns',
  'marketplace',
  'wabaOnboard',
  'customerMaster',
  'customers',
  'cognitive',
  'blacklist',
  'flow',
  'deliveryReport',
  'branding',
  'richCards',
  'journeys',
  'channels',
  'templates',
  'creatives',
  'departments',
  'auditTrail',
  'COMMUNITY',
  'hideSignup',
  'skipWebsocketNotification',
  'campaignEstimateCost',
  'artifactsEnabled',
  'floatingChatNotification',
  'hideInnerHtml',
] as const;
export type FeatureFlag = (typeof featureFlags)[number];

/** Flags of what is still to come: they are read by nothing yet. */
export const comingFlags: readonly FeatureFlag[] = ['campaigns', 'cognitive', 'journeys', 'COMMUNITY'];
export type FeatureFlags = Record<FeatureFlag, boolean>;

export const bundledFlags = Object.fromEntries(featureFlags.map((flag) => [flag, false])) as FeatureFlags;

const Colour = z.string().regex(/^#[0-9a-f]{6}$/i, faultTexts['colour.format']);
const ImageUrl = z
  .string()
  .max(500)
  .regex(/^(|\/(?!\/)[\w./%?=&-]*|data:image\/(png|jpeg|webp|svg\+xml);base64,[a-z0-9+/=]+)$/i, faultTexts['image.foreign']);

export const BannerSlide = z.object({ subtitle: text(80), image: ImageUrl, text: text(300) });

export const WhiteLabel = z
  .object({
    isWhiteLabel: z.boolean(),
    info: z.object({ title: requiredText(60), supportContact: text(200) }),
    logoPath: ImageUrl,
    favIconPath: ImageUrl,
    loaderPath: ImageUrl,
    colors: z.object({ primary: Colour, primaryText: Colour, topBar: Colour, topBarText: Colour }),
    banner: z.array(BannerSlide).min(1).max(8),
    dashBoardVideo: ImageUrl,
    mail: z.object({ senderName: text(80), footer: text(500) }),
    isSameOrigin: z.boolean(),
    /** Vendors by channel type; an absent type allows every vendor. */
    allowedVendors: z.record(text(40), z.array(text(60)).max(50)),
  })
  .meta({ id: 'WhiteLabel' });
export type WhiteLabel = z.infer<typeof WhiteLabel>;

export const AppConfig = z
  .object({
    environment: z.record(z.string(), z.boolean()),
    userMode: z.enum(['invite', 'create']),
    /** RSA public key (PEM) for the login password; empty while encryption is off. */
    encryption: z.object({ isEnabled: z.boolean(), publicKey: z.string() }),
    appId: z.string(),
    baseHref: z.string(),
    /** Somebody signs in by single sign-on here, so the login screen offers it. */
    singleSignOn: z.boolean(),
    behaviourAnalytics: z.boolean(),
    firebaseConfig: z.record(z.string(), z.string()).nullable(),
    whiteLabel: WhiteLabel,
  })
  .meta({ id: 'AppConfig' });
export type AppConfig = z.infer<typeof AppConfig>;
