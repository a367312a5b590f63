import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { Email, formBoolean, Id, requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { leaves, leavesNothing } from './audit-marks.ts';
import { MailDomain } from './mail-domain.ts';
import { signInsPerMinute } from './sign-in-limit.ts';

/** draft: never tried since it was changed; tested: an administrator has signed in by it; on: everybody of its domains may. */
export const ssoStates = ['draft', 'tested', 'on'] as const;
export type SsoState = (typeof ssoStates)[number];

export const ssoLimits = {
  connections: 10,
  domains: 20,
  groups: 100,
  certificates: 4,
  /** Most characters of one SAML provider's metadata; most have a tenth of it. */
  metadataLength: 200_000,
  /** Most characters of a SAML message in base64: an assertion with a thousand groups has half of it. */
  messageLength: 400_000,
  attemptMinutes: 10,
  /** A test that old says nothing any more when single sign-on is to be enforced. */
  testMinutes: 60,
} as const;

const WebAddress = text(500).regex(/^https?:\/\/[a-z0-9.[\]:-]+(\/[^\s?#]*)?$/i, faultTexts['value.invalid']);
const PageAddress = text(1000).regex(/^https?:\/\/[^\s#]+$/i, faultTexts['value.invalid']);
const RoleMap = z
  .array(z.object({ providerGroup: requiredText(200), roles: z.array(z.coerce.number().int().min(1)).min(1).max(20) }))
  .max(ssoLimits.groups);

const shared = {
  name: requiredText(80),
  /** The claim, or attribute, that lists a person's groups. */
  groupClaim: requiredText(200).default('groups'),
  roleMap: RoleMap.default([]),
  /** Roles of people whose groups give none. */
  defaultRoles: z.array(z.coerce.number().int().min(1)).max(20).default([]),
};

/** An OpenID Connect provider as an administrator types it; the secret is written only. */
const OidcSave = z.object({
  kind: z.literal('oidc'),
  ...shared,
  /** Issuer of the provider, as its tokens name it. */
  issuer: WebAddress,
  clientId: requiredText(300),
  /** Left out or empty: the one that is kept. */
  clientSecret: text(500).default(''),
});

/** Settings of a SAML 2.0 provider; its metadata tells the same. */
export const SamlProvider = z.object({
  /** Its entity id: any URI. */
  issuer: requiredText(500),
  signInUrl: PageAddress,
  /** '': signing out ends the session here alone. */
  logoutUrl: z.union([z.literal(''), PageAddress]).default(''),
  /** PEM. Its signatures count by any of these, so that a new one can be added before the old one is gone. */
  certificates: z.array(requiredText(10_000)).min(1).max(ssoLimits.certificates),
});
export type SamlProvider = z.infer<typeof SamlProvider>;

const SamlSave = z.object({
  kind: z.literal('saml'),
  ...shared,
  ...SamlProvider.shape,
  /** Attributes of the assertion; '': those that providers commonly use. */
  emailAttribute: text(200).default(''),
  nameAttribute: text(200).default(''),
  /** True if a sign-in may begin at the provider, which no tab here has asked for. */
  isProviderStarted: formBoolean.default(false),
});

export const SsoSave = z.discriminatedUnion('kind', [OidcSave, SamlSave]);
export type SsoSave = z.infer<typeof SsoSave>;

const SsoDomain = z.object({
  domain: z.string(),
  /** Text that a TXT record of the domain must hold. */
  record: z.string(),
  isVerified: z.boolean(),
  checkedAt: z.iso.datetime().nullable(),
});

export const SsoConnection = z
  .object({
    ...shared,
    id: Id,
    kind: z.enum(['oidc', 'saml']),
    issuer: z.string(),
    /** OpenID Connect only. */
    clientId: z.string(),
    hasSecret: z.boolean(),
    /** SAML only. */
    saml: SamlSave.pick({
      signInUrl: true,
      logoutUrl: true,
      certificates: true,
      emailAttribute: true,
      nameAttribute: true,
      isProviderStarted: true,
    })
      .extend({
        /** Time when its last certificate ends. */
        validUntil: z.iso.datetime().nullable(),
        /** Address of one file with all that the provider must know of us. */
        metadataUri: z.string(),
      })
      .nullable(),
    state: z.enum(ssoStates),
    isEnforced: z.boolean(),
    /** Administrators who sign in by password although it is enforced. */
    exempt: z.array(z.object({ uId: Id, name: z.string() })),
    testedAt: z.iso.datetime().nullable(),
    domains: z.array(SsoDomain),
    /** Address that the provider must know of us. */
    redirectUri: z.string(),
    logoutUri: z.string(),
    provisioning: z.object({
      /** SCIM 2.0 address, for the provider. */
      baseUri: z.string(),
      /** Time when its key was made; null: it may not manage users. */
      keyMadeAt: z.iso.datetime().nullable(),
      keyEnding: z.string(),
      lastUsedAt: z.iso.datetime().nullable(),
      /** User who gets the work of people whom the provider deactivates. */
      heir: z.object({ uId: Id, name: z.string() }).nullable(),
    }),
    version: z.number(),
  })
  .meta({ id: 'SsoConnection' });
export type SsoConnection = z.infer<typeof SsoConnection>;

/** Results of a test, about the person who took it. */
export const SsoTest = z
  .object({ connection: z.string(), subject: z.string(), email: z.string(), groups: z.array(z.string()), roles: z.array(z.string()) })
  .meta({ id: 'SsoTest' });
export type SsoTest = z.infer<typeof SsoTest>;

/** Address that the browser goes to, and the state that its tab compares with the one that comes back. */
const Departure = z.object({ address: z.string(), state: z.string() });

const Entered = z.union([z.object({ token: z.string(), routePath: z.string() }), z.object({ test: SsoTest })]);

const tag = 'Single sign-on';
const account = '/account/enterprise';
const path = '/e/enterprise/sso/connections';
const access = ['ENTERPRISE.EDIT'] as const;
const params = z.object({ connectionId: Id });
/** A connection as strangers name it: what is no id is no connection. */
const spoken = z.object({ connectionId: z.string().max(100) });
const LogoutMessage = {
  SAMLRequest: z.string().max(ssoLimits.messageLength).default(''),
  SAMLResponse: z.string().max(ssoLimits.messageLength).default(''),
  RelayState: z.string().max(1000).default(''),
};
const version = z.coerce.number().int().min(0);
const saved = { audit: leaves('sso_connection', 'edit'), tag, access, proof: true, perMinute: 60 } as const;

export const ssoEndpoints = {
  validate: defineEndpoint({
    method: 'POST',
    path: `${account}/oauth_validate`,
    summary: 'Where an e-mail address signs in by single sign-on; by its domain alone, whether or not somebody has the address',
    audit: leavesNothing('a way to the provider'),
    tag,
    access: 'public',
    perMinute: signInsPerMinute,
    body: z.object({ email: Email, routePath: z.string().max(500).default('') }),
    answer: Departure,
  }),
  callback: defineEndpoint({
    method: 'POST',
    path: `${account}/oauth_callback`,
    summary: 'Completes a sign-in, or a test, with the code that the provider has sent the browser back with',
    audit: leaves('session', 'login'),
    tag,
    access: 'public',
    perMinute: signInsPerMinute,
    /** `iss`: what the provider has named itself in the same address (RFC 9207). */
    body: z.object({ token: z.string().min(1).max(4000), state: z.string().min(1).max(100), iss: z.string().max(500).default('') }),
    answer: Entered,
  }),
  redirectCallback: defineEndpoint({
    method: 'POST',
    path: `${account}/sso_redirect_callback`,
    summary: 'Completes a sign-in, or a test, with the token that a SAML answer was changed for; once, within a minute',
    audit: leaves('session', 'login'),
    tag,
    access: 'public',
    perMinute: signInsPerMinute,
    /** `state`: what the tab has left with; '' where the sign-in began at the provider. */
    body: z.object({ token: z.string().min(1).max(100), state: z.string().max(100).default('') }),
    answer: Entered,
  }),
  /** Spoken by the browser on the provider's behalf: SAML 2.0 Bindings, 3.5. Answered by a redirect to the page that completes it. */
  assertion: defineEndpoint({
    method: 'POST',
    path: `${account}/saml/:connectionId/acs`,
    summary: "Takes a SAML provider's signed answer",
    audit: leavesNothing('the call that completes the sign-in leaves it'),
    tag,
    access: 'public',
    perMinute: signInsPerMinute,
    params: spoken,
    body: z.object({ SAMLResponse: z.string().min(1).max(ssoLimits.messageLength), RelayState: z.string().max(200).default('') }),
  }),
  singleLogout: defineEndpoint({
    method: 'GET',
    path: `${account}/saml/:connectionId/logout`,
    summary: "A SAML provider's signed request to end sessions, or its answer to ours, by redirect",
    audit: leaves('session', 'logout'),
    tag,
    access: 'public',
    perMinute: 600,
    params: spoken,
    query: z.object({ ...LogoutMessage, SigAlg: z.string().max(200).default(''), Signature: z.string().max(4000).default('') }),
  }),
  postedLogout: defineEndpoint({
    method: 'POST',
    path: `${account}/saml/:connectionId/logout`,
    summary: 'The same by a form',
    audit: leaves('session', 'logout'),
    tag,
    access: 'public',
    perMinute: 600,
    params: spoken,
    body: z.object(LogoutMessage),
  }),
  /** Public, since it names nothing but addresses and a public key: providers read it by its address. */
  metadata: defineEndpoint({
    method: 'GET',
    path: `${account}/saml/:connectionId/metadata`,
    summary: 'What a SAML provider has to know of us',
    tag,
    access: 'public',
    perMinute: 60,
    params: spoken,
  }),
  /** Spoken by the provider: a form with a signed token (OpenID Connect Back-Channel Logout). */
  backChannelLogout: defineEndpoint({
    method: 'POST',
    path: `${account}/sso/:connectionId/logout`,
    summary: "Ends the sessions that the provider's signed logout token names",
    audit: leaves('session', 'logout'),
    tag,
    access: 'public',
    perMinute: 600,
    params: spoken,
    body: z.object({ logout_token: z.string().min(1).max(20_000) }),
    answer: z.null(),
  }),
  logoutAddress: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/sso/logout',
    summary: "Where the provider ends its own session; '' without one. Asked for before signing out",
    tag,
    access: 'session',
    isForEnrolment: true,
    answer: z.object({ address: z.string() }),
  }),
  list: defineEndpoint({
    method: 'GET',
    path,
    summary: 'Connections to identity providers',
    tag,
    access: ['ENTERPRISE.VIEW', 'ENTERPRISE.EDIT'],
    answer: z.object({ connections: z.array(SsoConnection) }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path,
    summary: 'Add an OpenID Connect or SAML provider',
    ...saved,
    audit: leaves('sso_connection', 'create'),
    body: SsoSave,
    answer: SsoConnection,
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: `${path}/:connectionId`,
    summary: 'Change a connection; another provider or client has to be tested again',
    ...saved,
    params,
    body: z.discriminatedUnion('kind', [OidcSave.extend({ version }), SamlSave.extend({ version })]),
    answer: SsoConnection,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${path}/:connectionId`,
    summary: 'Remove a connection; sessions that came by it end',
    ...saved,
    audit: leaves('sso_connection', 'delete'),
    params,
    answer: z.null(),
  }),
  test: defineEndpoint({
    method: 'POST',
    path: `${path}/:connectionId/test`,
    summary: 'Sign in by a connection without opening a session, to see what comes',
    audit: leavesNothing('a way to the provider'),
    tag,
    access,
    perMinute: 30,
    params,
    body: z.object({}),
    answer: Departure,
  }),
  setState: defineEndpoint({
    method: 'PUT',
    path: `${path}/:connectionId/state`,
    summary: 'Switch a tested connection on, or off again',
    ...saved,
    params,
    body: z.object({ isOn: formBoolean, version }),
    answer: SsoConnection,
  }),
  enforce: defineEndpoint({
    method: 'PUT',
    path: `${path}/:connectionId/enforce`,
    summary: 'Close sign-in by password to everybody but exempt administrators, who have a password and a second factor',
    ...saved,
    params,
    body: z.object({ isEnforced: formBoolean, exempt: z.array(Id).max(10).default([]), version }),
    answer: SsoConnection,
  }),
  readMetadata: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/sso/metadata',
    summary: "Read a SAML provider's metadata, from its address or as a text; nothing is saved",
    audit: leavesNothing('what was read is saved by another call'),
    tag,
    access,
    perMinute: 30,
    body: z.object({
      address: z.union([z.literal(''), PageAddress]).default(''),
      xml: z.string().max(ssoLimits.metadataLength).default(''),
    }),
    answer: SamlProvider,
  }),
  makeKey: defineEndpoint({
    method: 'POST',
    path: `${path}/:connectionId/scim_key`,
    summary: 'Let the provider manage users (SCIM 2.0) by a new key, in place of the one before; it is shown once',
    ...saved,
    params,
    body: z.object({ heir: Id, version }),
    answer: z.object({ connection: SsoConnection, key: z.string() }),
  }),
  removeKey: defineEndpoint({
    method: 'DELETE',
    path: `${path}/:connectionId/scim_key`,
    summary: 'Let the provider manage users no longer; those who are there stay',
    ...saved,
    params,
    answer: SsoConnection,
  }),
  addDomain: defineEndpoint({
    method: 'POST',
    path: `${path}/:connectionId/domains`,
    summary: 'Claim a domain of e-mail addresses',
    ...saved,
    params,
    body: z.object({ domain: MailDomain }),
    answer: SsoConnection,
  }),
  checkDomain: defineEndpoint({
    method: 'PUT',
    path: `${path}/:connectionId/domains`,
    summary: "Look for the domain's TXT record",
    ...saved,
    params,
    body: z.object({ domain: MailDomain }),
    answer: SsoConnection,
  }),
  removeDomain: defineEndpoint({
    method: 'DELETE',
    path: `${path}/:connectionId/domains`,
    summary: 'Give a domain up',
    ...saved,
    params,
    query: z.object({ domain: MailDomain }),
    answer: SsoConnection,
  }),
};
