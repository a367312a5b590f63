import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A certificate that has signed itself, so it is its own authority. @param names as a certificate spells them, such as `DNS:localhost`; undefined without openssl */
export function makeCertificate(...names: string[]): { key: string; cert: string } | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-certificate-'));
  const at = (name: string) => path.join(folder, name);
  const subject = ['-subj', '/CN=mail', '-addext', `subjectAltName=${names.join(',')}`];
  try {
    const form = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    execFileSync('openssl', ['req', '-x509', ...form, '-keyout', at('key.pem'), '-out', at('cert.pem'), ...subject], { stdio: 'ignore' });
    return { key: readFileSync(at('key.pem'), 'utf8'), cert: readFileSync(at('cert.pem'), 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
