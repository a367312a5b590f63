import { commonWords } from '../locales/common.ts';
import { api } from './api.ts';
import { getAppConfig } from './app-config.ts';
import { getToken } from './session.ts';
import { showToast } from './toasts.ts';

/** Has the browser save a file of the server. In production the link carries a download token of its own. */
export async function downloadFile(path: string, follow: (address: string) => void = followLink): Promise<void> {
  if (!getToken()) {
    showToast('error', commonWords.block('downloadNoToken'));
    return;
  }
  showToast('info', commonWords.block('downloadStart'));
  if (!getAppConfig().isProduction) {
    follow(path);
    return;
  }
  const { id } = await api.files.downloadToken();
  follow(toDownloadAddress(path, id));
}

export const toDownloadAddress = (path: string, accessId: string) =>
  `${path}${path.includes('?') ? '&' : '?'}x-access-id=${encodeURIComponent(accessId)}`;

function followLink(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
