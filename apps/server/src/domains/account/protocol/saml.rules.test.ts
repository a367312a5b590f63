import { expect, test } from 'vitest';
import { type Assertion, assertPlain, claimsOf, type Element, readAssertion } from './saml.rules.ts';

const signed = (algorithm: string) =>
  `<a:Response><a:Assertion/><Signature><SignatureMethod Algorithm="${algorithm}"/></Signature></a:Response>`;
const good = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

test('a message that is plain passes', () => {
  expect(() => assertPlain(`<?xml version="1.0"?>${signed(good)}`)).not.toThrow();
});

test.for([
  ['a comment', '<a><!-- --></a>', 'a comment'],
  ['a document type', '<!DOCTYPE a><a/>', 'document type'],
  ['CDATA', '<a><![CDATA[x]]></a>', 'CDATA'],
  ['a processing instruction', '<a><?php ?></a>', 'processing instruction'],
  ['an encrypted assertion', '<a><s:EncryptedAssertion/></a>', 'encrypted'],
  ['two assertions', '<a><s:Assertion/><Assertion ID="x"/></a>', 'several assertions'],
  ['SHA-1', signed('http://www.w3.org/2000/09/xmldsig#rsa-sha1'), 'not accepted'],
  ['a secret in place of a key', signed('http://www.w3.org/2000/09/xmldsig#hmac-sha1'), 'not accepted'],
  ['a transformation that runs', signed('http://www.w3.org/TR/1999/REC-xslt-19991116'), 'not accepted'],
  [
    'another way to spell it',
    signed('http://www.w3.org/2000/09/xmldsig#rsa-sha1').replace('Algorithm="', "Algorithm = '").replace('sha1"', "sha1'"),
    'not accepted',
  ],
] as const)('a message with %s is refused', ([, xml, words]) => {
  expect(() => assertPlain(xml)).toThrow(words);
});

const now = new Date('2026-03-01T10:00:00Z');
const expected = { issuer: 'urn:idp', recipient: 'https://here.example/acs', now, toleranceMs: 60_000 };
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

const confirmation = (data: Record<string, string> = {}, method = bearer) => ({
  $: { Method: method },
  SubjectConfirmationData: [{ $: { Recipient: expected.recipient, NotOnOrAfter: at(300), InResponseTo: '_r', ...data } }],
});
const assertion = (more: Record<string, unknown> = {}, subject: Record<string, unknown> = {}): Element =>
  ({
    $: { ID: '_1' },
    Issuer: [{ _: 'urn:idp' }],
    Subject: [{ NameID: [{ _: 'asha', $: { Format: 'f' } }], SubjectConfirmation: [confirmation()], ...subject }],
    Conditions: [{ $: { NotBefore: at(-10), NotOnOrAfter: at(300) } }],
    AuthnStatement: [{ $: { SessionIndex: 's1' } }],
    AttributeStatement: [{ Attribute: [{ $: { Name: 'groups' }, AttributeValue: [{ _: ' a ' }, { _: '' }, { _: 'b' }] }] }],
    ...more,
  }) as never;

test('a good assertion is read', () => {
  expect(readAssertion(assertion(), expected)).toMatchObject({
    id: '_1',
    subject: 'asha',
    format: 'f',
    attributes: { groups: ['a', 'b'] },
    sessionIndex: 's1',
    inResponseTo: '_r',
    endsAt: new Date(now.getTime() + 360_000),
  });
});

test.for([
  ['no ID', assertion({ $: {} }), 'no ID'],
  ['another issuer', assertion({ Issuer: [{ _: 'urn:other' }] }), 'another issuer'],
  ['nobody', assertion({}, { NameID: [{ _: ' ' }] }), 'names nobody'],
  [
    'a transient name',
    assertion({}, { NameID: [{ _: 'x', $: { Format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' } }] }),
    'changes',
  ],
  [
    'another address',
    assertion({}, { SubjectConfirmation: [confirmation({ Recipient: 'https://there.example/acs' })] }),
    'not for this address',
  ],
  [
    'another method',
    assertion({}, { SubjectConfirmation: [confirmation({}, 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches')] }),
    'not for this address',
  ],
  [
    'a bearer that is not valid before',
    assertion({}, { SubjectConfirmation: [confirmation({ NotBefore: at(0) })] }),
    'not for this address',
  ],
  ['a confirmation that is over', assertion({}, { SubjectConfirmation: [confirmation({ NotOnOrAfter: at(-61) })] }), 'is over'],
  ['a time that is none', assertion({}, { SubjectConfirmation: [confirmation({ NotOnOrAfter: 'soon' })] }), 'is over'],
  ['no conditions', assertion({ Conditions: undefined }), 'no conditions'],
  ['conditions that are over', assertion({ Conditions: [{ $: { NotOnOrAfter: at(-61) } }] }), 'is over'],
  ['conditions that have not begun', assertion({ Conditions: [{ $: { NotBefore: at(61) } }] }), 'not valid yet'],
  ['no statement', assertion({ AuthnStatement: undefined }), 'signed in'],
] as const)('an assertion with %s is refused', ([, element, words]) => {
  expect(() => readAssertion(element, expected)).toThrow(words);
});

test('clocks may differ by a minute', () => {
  const early = assertion(
    { Conditions: [{ $: { NotBefore: at(59) } }] },
    { SubjectConfirmation: [confirmation({ NotOnOrAfter: at(-59) })] },
  );
  expect(readAssertion(early, expected).subject).toBe('asha');
});

test('claims of a person are found by the own attribute, by common ones, or by the name itself', () => {
  const reading = { emailAttribute: '', nameAttribute: '', groupClaim: 'groups' };
  const of = (more: Partial<Assertion>): Assertion => ({ ...readAssertion(assertion(), expected), ...more });
  const mail = { 'urn:oid:0.9.2342.19200300.100.1.3': ['a@example.com'], work: ['b@example.com'], displayName: ['Asha'] };
  expect(claimsOf(of({ attributes: mail }), reading)).toEqual({ email: 'a@example.com', name: 'Asha', groups: [] });
  expect(claimsOf(of({ attributes: mail }), { ...reading, emailAttribute: 'work' }).email).toBe('b@example.com');
  const named = of({ attributes: {}, subject: 'c@example.com', format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' });
  expect(claimsOf(named, reading).email).toBe('c@example.com');
  expect(claimsOf(of({ attributes: {} }), reading).email).toBeUndefined();
  const prototype = of({ attributes: Object.assign(Object.create(null), { groups: ['x'] }) });
  expect(claimsOf(prototype, { ...reading, emailAttribute: 'constructor' }).email).toBeUndefined();
});
