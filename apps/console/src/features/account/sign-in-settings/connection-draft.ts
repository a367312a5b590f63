import type { SsoConnection, SsoSave } from '@parley/contract';

/** A connection as it is typed: the fields of both kinds, of which one kind's are sent. */
export type Draft = {
  kind: 'oidc' | 'saml';
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  signInUrl: string;
  logoutUrl: string;
  /** PEM, one after the other. */
  certificates: string;
  emailAttribute: string;
  nameAttribute: string;
  isProviderStarted: boolean;
  groupClaim: string;
  roleMap: { key: number; providerGroup: string; roles: string[] }[];
  defaultRoles: string[];
};
export type TextName = {
  [K in keyof Draft]: Draft[K] extends string ? (Draft[K] extends Draft['kind'] ? never : K) : never;
}[keyof Draft];

export const toDraft = (connection: SsoConnection | undefined): Draft => ({
  kind: connection?.kind ?? 'oidc',
  name: connection?.name ?? '',
  issuer: connection?.issuer ?? '',
  clientId: connection?.clientId ?? '',
  clientSecret: '',
  signInUrl: connection?.saml?.signInUrl ?? '',
  logoutUrl: connection?.saml?.logoutUrl ?? '',
  certificates: (connection?.saml?.certificates ?? []).join('\n'),
  emailAttribute: connection?.saml?.emailAttribute ?? '',
  nameAttribute: connection?.saml?.nameAttribute ?? '',
  isProviderStarted: connection?.saml?.isProviderStarted ?? false,
  groupClaim: connection?.groupClaim ?? 'groups',
  roleMap: (connection?.roleMap ?? []).map(({ providerGroup, roles }, key) => ({ key, providerGroup, roles: roles.map(String) })),
  defaultRoles: (connection?.defaultRoles ?? []).map(String),
});

/** Certificates one after the other; what has no frame is one certificate. */
function splitCertificates(typed: string): string[] {
  const framed = typed.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g);
  return framed ?? (typed.trim() === '' ? [] : [typed.trim()]);
}

export function toSave({ kind, name, issuer, groupClaim, roleMap, defaultRoles, ...draft }: Draft): SsoSave {
  const shared = {
    name,
    groupClaim,
    issuer: issuer.trim(),
    roleMap: roleMap.map(({ providerGroup, roles }) => ({ providerGroup: providerGroup.trim(), roles: roles.map(Number) })),
    defaultRoles: defaultRoles.map(Number),
  };
  const { clientId, clientSecret, signInUrl, logoutUrl, certificates, emailAttribute, nameAttribute, isProviderStarted } = draft;
  if (kind === 'oidc') return { kind, ...shared, clientId, clientSecret };
  return {
    kind,
    ...shared,
    signInUrl: signInUrl.trim(),
    logoutUrl: logoutUrl.trim(),
    certificates: splitCertificates(certificates),
    emailAttribute: emailAttribute.trim(),
    nameAttribute: nameAttribute.trim(),
    isProviderStarted,
  };
}
