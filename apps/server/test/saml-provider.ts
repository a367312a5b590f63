import { randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import * as samlify from 'samlify';
import { SignedXml } from 'xml-crypto';
import { makeSigningKey, type SigningKey } from '#platform/secrets/signing-key.ts';

samlify.setSchemaValidator({ validate: () => Promise.resolve('fine') });

const binding = 'urn:oasis:names:tc:SAML:2.0:bindings';
const issuer = 'urn:example:provider';
export const signInUrl = 'https://login.example.com/saml/in';
export const logoutUrl = 'https://login.example.com/saml/out';

export type Person = { subject: string; email?: string; name?: string; groups?: string[] };
/** The contents of an answer; each part can be another than an honest one's. */
export type Words = {
  inResponseTo: string;
  recipient: string;
  audience: string;
  issuer: string;
  now: Date;
  format: string;
  assertionId: string;
  signs: 'assertion' | 'response' | 'both' | 'nothing';
  hash: 'sha1' | 'sha256';
  key: SigningKey;
};

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '');
const algorithms = {
  sha1: ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#sha1'],
  sha256: ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmlenc#sha256'],
} as const;

function signElement(xml: string, name: string, { hash, key }: Pick<Words, 'hash' | 'key'>): string {
  const [signatureAlgorithm, digestAlgorithm] = algorithms[hash];
  const path = `//*[local-name(.)='${name}']`;
  const signer = new SignedXml({
    privateKey: key.privateKey,
    signatureAlgorithm,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  const transforms = ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'];
  signer.addReference({ xpath: path, transforms, digestAlgorithm });
  signer.computeSignature(xml, { location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' } });
  return signer.getSignedXml();
}

/** A SAML provider that signs whatever a test says, with words of its own. @returns the answer as XML */
export function writeAnswer(person: Person, words: Words): string {
  const { inResponseTo, recipient, audience, issuer: by, now, format, assertionId, signs, hash, key } = words;
  const [at, ends] = [now.toISOString(), new Date(now.getTime() + 300_000).toISOString()];
  const asked = inResponseTo ? ` InResponseTo="${inResponseTo}"` : '';
  const attribute = (name: string, values: string[]) =>
    values.length === 0
      ? ''
      : `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`).join('')}</saml:Attribute>`;
  const { subject, email, name, groups = [] } = person;
  const assertion =
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${assertionId}" Version="2.0" IssueInstant="${at}"><saml:Issuer>${by}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${format}">${escaped(subject)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${ends}" Recipient="${recipient}"${asked}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at}" NotOnOrAfter="${ends}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at}" SessionIndex="session of ${escaped(subject)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${attribute('email', email ? [email] : [])}${attribute('displayName', name ? [name] : [])}${attribute('groups', groups)}</saml:AttributeStatement></saml:Assertion>`;
  const response =
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomBytes(16).toString('hex')}" Version="2.0" IssueInstant="${at}" Destination="${recipient}"${asked}>` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${by}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>`;
  const whole = `${response}${signs === 'assertion' || signs === 'both' ? signElement(assertion, 'Assertion', { hash, key }) : assertion}</samlp:Response>`;
  return signs === 'response' || signs === 'both' ? signElement(whole, 'Response', { hash, key }) : whole;
}

export const encode = (xml: string): string => Buffer.from(xml).toString('base64');

/** Reads our request without checking it. */
export function readRequest(address: string): { id: string; recipient: string; entityId: string; state: string } {
  const query = new URL(address).searchParams;
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString('utf8');
  const pick = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  return {
    id: pick(/ ID="([^"]+)"/),
    recipient: pick(/AssertionConsumerServiceURL="([^"]+)"/),
    entityId: pick(/<(?:saml:)?Issuer[^>]*>([^<]+)</),
    state: query.get('RelayState') ?? '',
  };
}

/** An independent identity provider, which reads our metadata and checks our signatures. */
export async function startSamlProvider(now = new Date()) {
  const key = await makeSigningKey(now);
  const templateOf = (attributes: string) =>
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{ID}" Version="2.0" IssueInstant="{IssueInstant}" Destination="{Destination}" InResponseTo="{InResponseTo}"><saml:Issuer>{Issuer}</saml:Issuer>' +
    '<samlp:Status><samlp:StatusCode Value="{StatusCode}"/></samlp:Status><saml:Assertion ID="{AssertionID}" Version="2.0" IssueInstant="{IssueInstant}" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:Issuer>{Issuer}</saml:Issuer>' +
    '<saml:Subject><saml:NameID Format="{NameIDFormat}">{NameID}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="{SubjectConfirmationDataNotOnOrAfter}" Recipient="{SubjectRecipient}" InResponseTo="{InResponseTo}"/></saml:SubjectConfirmation></saml:Subject>' +
    '<saml:Conditions NotBefore="{ConditionsNotBefore}" NotOnOrAfter="{ConditionsNotOnOrAfter}"><saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>' +
    `<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{SessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>`;
  const provider = samlify.IdentityProvider({
    entityID: issuer,
    privateKey: key.privateKey,
    signingCert: key.certificate,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    wantAuthnRequestsSigned: true,
    wantLogoutRequestSigned: true,
    wantLogoutResponseSigned: true,
    nameIDFormat: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
    singleSignOnService: [{ Binding: `${binding}:HTTP-Redirect`, Location: signInUrl }],
    singleLogoutService: [
      { Binding: `${binding}:HTTP-Redirect`, Location: logoutUrl },
      { Binding: `${binding}:HTTP-POST`, Location: logoutUrl },
    ],
    loginResponseTemplate: { context: templateOf(''), attributes: [] },
  });
  const queryOf = (address: string) => {
    const { search } = new URL(address);
    const query = Object.fromEntries(new URLSearchParams(search));
    const signed = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg'].flatMap((name) => {
      const part = search
        .slice(1)
        .split('&')
        .find((one) => one.startsWith(`${name}=`));
      return part ? [part] : [];
    });
    return { query, octetString: signed.join('&') };
  };
  return {
    key,
    issuer,
    metadata: provider.getMetadata(),
    /** Signs a person in who has come with our request; `ours` is our metadata. @returns what the browser posts */
    async signIn(address: string, ours: string, { subject, email = '', name = '', groups = [] }: Person) {
      const party = samlify.ServiceProvider({ metadata: ours });
      const request = await provider.parseLoginRequest(party, 'redirect', queryOf(address));
      const attributes =
        `<saml:Attribute Name="mail"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute><saml:Attribute Name="displayName"><saml:AttributeValue>${name}</saml:AttributeValue></saml:Attribute>` +
        `<saml:Attribute Name="groups">${groups.map((group) => `<saml:AttributeValue>${group}</saml:AttributeValue>`).join('')}</saml:Attribute>`;
      const now = new Date();
      const [at, ends] = [now.toISOString(), new Date(now.getTime() + 300_000).toISOString()];
      const { recipient, entityId, state } = readRequest(address);
      const response = await provider.createLoginResponse(party, request as never, 'post', {}, (_template) => {
        const id = `_${randomBytes(16).toString('hex')}`;
        const context = samlify.SamlLib.replaceTagsByValue(templateOf(attributes), {
          ID: id,
          AssertionID: `_${randomBytes(16).toString('hex')}`,
          IssueInstant: at,
          Destination: recipient,
          InResponseTo: (request.extract.request as { id: string }).id,
          Issuer: issuer,
          StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
          NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
          NameID: subject,
          SubjectConfirmationDataNotOnOrAfter: ends,
          SubjectRecipient: recipient,
          ConditionsNotBefore: at,
          ConditionsNotOnOrAfter: ends,
          Audience: entityId,
          SessionIndex: `session of ${subject}`,
        });
        return { id, context } as never;
      });
      return { SAMLResponse: response.context, RelayState: state };
    },
    /** Checks what our sign-out asks. @returns whom it names */
    async readLogout(address: string, ours: string): Promise<{ subject: string; session: string; relayState: string }> {
      const party = samlify.ServiceProvider({ metadata: ours });
      const { extract } = await provider.parseLogoutRequest(party, 'redirect', queryOf(address));
      const { nameID, sessionIndex } = extract as { nameID?: string; sessionIndex?: string };
      return { subject: nameID ?? '', session: String(sessionIndex ?? ''), relayState: queryOf(address).query.RelayState ?? '' };
    },
    /** Asks us to end the sessions of somebody, by redirect. @returns path and query */
    askLogout(ours: string, subject: string): string {
      const party = samlify.ServiceProvider({ metadata: ours, wantLogoutRequestSigned: true } as never);
      const { context } = provider.createLogoutRequest(
        party,
        'redirect',
        { logoutNameID: subject, sessionIndex: `session of ${subject}` },
        'provider-state',
      );
      const { pathname, search } = new URL(context);
      return `${pathname}${search}`;
    },
    /** Tells whether our answer to its request is good. */
    async readLogoutAnswer(address: string, ours: string): Promise<string> {
      const party = samlify.ServiceProvider({ metadata: ours });
      const { extract } = await provider.parseLogoutResponse(party, 'redirect', queryOf(address));
      return String((extract as { response?: { destination?: string } }).response?.destination ?? '');
    },
  };
}
