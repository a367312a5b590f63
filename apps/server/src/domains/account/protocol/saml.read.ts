import { SAML, type SamlConfig } from '@node-saml/node-saml';
import { assertPlain, assertSuccess, type Element } from './saml.rules.ts';

export type SamlOptions = Pick<
  SamlConfig,
  'callbackUrl' | 'logoutCallbackUrl' | 'entryPoint' | 'logoutUrl' | 'issuer' | 'audience' | 'idpIssuer' | 'idpCert' | 'acceptedClockSkewMs'
>;
/** One message of a provider, in base64. */
export type SamlMessage = { kind: 'answer' | 'logout'; options: SamlOptions; encoded: string };
/** The signed content, or the reason why the message is refused. */
export type SamlReading =
  | { failure: string }
  | { assertion: Element }
  | { logout: { ID?: string; nameID?: string; sessionIndex?: string } };

const unread = 'it cannot be read';

/** The library with our choices; what it leaves open is checked by saml.rules.ts. */
const libraryOf = (options: SamlOptions) =>
  new SAML({
    ...options,
    // One of both is enough, and one is asked for: an assertion is signed itself, or lies in an answer that is.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    // The library reads the wrong place of an answer that is not signed itself; we read the signed assertion.
    validateInResponseTo: 'never' as never,
    identifierFormat: null,
  });

export default async function read({ kind, options, encoded }: SamlMessage): Promise<SamlReading> {
  try {
    const xml = Buffer.from(encoded, 'base64').toString('utf8');
    assertPlain(xml);
    const library = libraryOf(options);
    if (kind === 'logout') {
      const { profile } = await library.validatePostRequestAsync({ SAMLRequest: encoded });
      const { ID, nameID, sessionIndex } = (profile ?? {}) as { ID?: string; nameID?: string; sessionIndex?: string };
      return { logout: { ...(ID ? { ID } : {}), ...(nameID ? { nameID } : {}), ...(sessionIndex ? { sessionIndex } : {}) } };
    }
    const { profile } = await library.validatePostResponseAsync({ SAMLResponse: encoded });
    assertSuccess(xml);
    // The signed element, and nothing that stands beside it.
    const signed = (profile?.getAssertion?.() as { Assertion?: Element } | undefined)?.Assertion;
    return signed ? { assertion: signed } : { failure: 'it holds no assertion' };
  } catch (error) {
    return { failure: error instanceof Error ? error.message.slice(0, 300) : unread };
  }
}
