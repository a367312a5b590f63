/** Checks of a SAML message before any library reads it, and checks of a signed assertion after. */

const allowedAlgorithms = new Set([
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** The signature algorithms of a redirect (SAML 2.0 Bindings, 3.4.4.1), by the name of the hash. */
export const redirectAlgorithms: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};

/**
 * Rejects constructs that no provider writes and that attacks use: entities, comments that split a name in two, a second assertion beside
 * the signed one, algorithms that anybody can forge.
 * @throws Error that says what is wrong
 */
export function assertPlain(xml: string): void {
  if (xml.includes('<!')) throw new Error('it holds a comment, a document type or CDATA');
  if (/<\?(?!xml )/i.test(xml)) throw new Error('it holds a processing instruction');
  if (/<(?:[\w.-]+:)?EncryptedAssertion[\s/>]/.test(xml))
    throw new Error('its assertion is encrypted: switch encryption off for this application');
  if ((xml.match(/<(?:[\w.-]+:)?Assertion[\s/>]/g) ?? []).length > 1) throw new Error('it holds several assertions');
  for (const [, name = ''] of xml.matchAll(/\sAlgorithm\s*=\s*["']([^"']*)["']/g))
    if (!allowedAlgorithms.has(name)) throw new Error(`the algorithm ${name.slice(0, 100)} is not accepted`);
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** A provider that says that nobody has signed in may still send an assertion, which counts for nothing. @throws Error that says so */
export function assertSuccess(xml: string): void {
  const [, status = 'none'] = /<(?:[\w.-]+:)?StatusCode\s[^>]*?Value\s*=\s*["']([^"']*)["']/.exec(xml) ?? [];
  if (status !== success) throw new Error(`its status is no success but ${status.slice(0, 100)}`);
}

/** An element as xml2js reads it: attributes in `$`, its text in `_`, children in lists. */
export type Element = { $?: Record<string, string>; _?: string } & { [child: string]: Element[] | undefined };

export type Assertion = {
  id: string;
  subject: string;
  format: string;
  /** Attributes by their names. */
  attributes: Record<string, string[]>;
  sessionIndex: string;
  /** Id of the request that it answers; '': nobody here has asked. */
  inResponseTo: string;
  /** End of validity, with the tolerance for clocks. */
  endsAt: Date;
};

export type Expected = { issuer: string; recipient: string; now: Date; toleranceMs: number };

const firstOf = (parent: Element | undefined, name: string): Element | undefined => parent?.[name]?.[0];
const textOf = (element: Element | undefined): string => (element?._ ?? '').trim();
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Profiles for SAML 2.0, 4.1.4.3, of an assertion whose signature is good. @throws Error that says what is wrong */
export function readAssertion(assertion: Element, { issuer, recipient, now, toleranceMs }: Expected): Assertion {
  const id = assertion.$?.ID ?? '';
  if (id === '') throw new Error('the assertion has no ID');
  if (textOf(firstOf(assertion, 'Issuer')) !== issuer) throw new Error('the assertion is of another issuer');
  const subject = firstOf(assertion, 'Subject');
  const nameId = firstOf(subject, 'NameID');
  const name = textOf(nameId);
  const format = nameId?.$?.Format ?? '';
  if (name === '') throw new Error('the assertion names nobody');
  if (format === transient) throw new Error('its name of a person changes with each sign-in: choose a persistent one');
  const confirmation = (subject?.SubjectConfirmation ?? [])
    .filter(({ $ }) => $?.Method === bearer)
    .map((one) => firstOf(one, 'SubjectConfirmationData')?.$ ?? {})
    .find(({ Recipient, NotBefore }) => Recipient === recipient && NotBefore === undefined);
  if (!confirmation) throw new Error('the assertion is not for this address');
  const endsAt = Date.parse(confirmation.NotOnOrAfter ?? '') + toleranceMs;
  if (!(endsAt > now.getTime())) throw new Error('the assertion is over');
  const conditions = firstOf(assertion, 'Conditions')?.$;
  if (!conditions) throw new Error('the assertion has no conditions');
  if (conditions.NotBefore && Date.parse(conditions.NotBefore) - toleranceMs > now.getTime())
    throw new Error('the assertion is not valid yet');
  if (conditions.NotOnOrAfter && !(Date.parse(conditions.NotOnOrAfter) + toleranceMs > now.getTime()))
    throw new Error('the assertion is over');
  const statement = firstOf(assertion, 'AuthnStatement');
  if (!statement) throw new Error('the assertion does not say that anybody has signed in');
  return {
    id,
    subject: name,
    format,
    attributes: readAttributes(assertion),
    sessionIndex: statement.$?.SessionIndex ?? '',
    inResponseTo: confirmation.InResponseTo ?? '',
    endsAt: new Date(endsAt),
  };
}

function readAttributes(assertion: Element): Record<string, string[]> {
  const attributes = (assertion.AttributeStatement ?? []).flatMap(({ Attribute = [] }) => Attribute);
  const read: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const attribute of attributes) {
    const values = (attribute.AttributeValue ?? []).map(textOf).filter((value) => value !== '');
    for (const key of new Set([attribute.$?.Name, attribute.$?.FriendlyName])) if (key) read[key] = [...(read[key] ?? []), ...values];
  }
  return read;
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const commonNames = {
  email: ['email', 'mail', 'emailAddress', 'urn:oid:0.9.2342.19200300.100.1.3', `${claims}/emailaddress`],
  name: [
    'displayName',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'name',
    'cn',
    'urn:oid:2.5.4.3',
    `${claims}/name`,
  ],
} as const;
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

type Reading = { emailAttribute: string; nameAttribute: string; groupClaim: string };

/** Converts an assertion's attributes to claims as in OpenID Connect. */
export function claimsOf({ attributes, subject, format }: Assertion, { emailAttribute, nameAttribute, groupClaim }: Reading) {
  const pick = (own: string, common: readonly string[]) => (own === '' ? common : [own]).flatMap((name) => attributes[name]?.[0] ?? [])[0];
  return {
    email: pick(emailAttribute, commonNames.email) ?? (format === emailFormat ? subject : undefined),
    name: pick(nameAttribute, commonNames.name),
    [groupClaim]: attributes[groupClaim] ?? [],
  };
}
