import { getAppConfig } from '../../../lib/app-config.ts';

/** The password as login sends it: plain, or sealed with the deployment's RSA key (OAEP, SHA-256, base64) when encryption is on. */
export async function toLoginPassword(password: string): Promise<string> {
  const { encryption } = getAppConfig();
  if (!encryption.isEnabled || !encryption.publicKey) return password;
  const der = Uint8Array.from(atob(encryption.publicKey.replace(/-----[^-]+-----|\s/g, '')), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('spki', der, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']);
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, new TextEncoder().encode(password)));
  return btoa(String.fromCharCode(...sealed));
}
