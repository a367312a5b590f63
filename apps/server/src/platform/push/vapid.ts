import { createECDH, createPrivateKey, hkdfSync } from 'node:crypto';
import { SignJWT } from 'jose';

/** RFC 8292 allows a day; clocks may differ. */
const validMs = 12 * 3_600_000;
/** The number of points of P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The keys with which this installation identifies itself to push services. */
export type PushKeys = {
  /** The key that browsers subscribe with: base64url of the point. */
  publicKey: string;
  /** The header that names us to the service of an endpoint. @param subject where its operators find us */
  authorize: (endpoint: string, subject: string, now: Date) => Promise<string>;
};

/** FIPS 186-5, A.2.1: a private key out of 64 bits more than it has, so that none is likelier than another. */
function deriveScalar(installationKey: Buffer): Buffer {
  const wide = Buffer.from(hkdfSync('sha256', installationKey, '', 'web-push-vapid', 40));
  const scalar = (BigInt(`0x${wide.toString('hex')}`) % (order - 1n)) + 1n;
  return Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
}

/** The key pair of the installation, derived from its secret: browsers that have subscribed stay subscribed as long as it stays. */
export function createPushKeys(installationKey: Buffer): PushKeys {
  const scalar = deriveScalar(installationKey);
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(scalar);
  const point = ecdh.getPublicKey();
  const publicKey = point.toString('base64url');
  const privateKey = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: scalar.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  return {
    publicKey,
    async authorize(endpoint, subject, now) {
      const exp = Math.floor((now.getTime() + validMs) / 1000);
      const claims = { aud: new URL(endpoint).origin, exp, sub: subject };
      const token = await new SignJWT(claims).setProtectedHeader({ typ: 'JWT', alg: 'ES256' }).sign(privateKey);
      return `vapid t=${token}, k=${publicKey}`;
    },
  };
}
