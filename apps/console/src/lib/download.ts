import { commonWords } from '../locales/common.ts';
import { api } from './api.ts';
import { getToken } from './session.ts';
import { showToast } from './toasts.ts';

/**
 * Has the browser save a file of the server: a link is followed without the session's header, so it carries a download token.
 * @param name what the file is called if the server does not name it
 */
export async function downloadFile(path: string, name = ''): Promise<void> {
  if (!getToken()) {
    showToast('error', commonWords.block('downloadNoToken'));
    return;
  }
  showToast('info', commonWords.block('downloadStart'));
  const { id } = await api.files.downloadToken();
  const link = document.createElement('a');
  link.href = `${path}${path.includes('?') ? '&' : '?'}x-access-id=${encodeURIComponent(id)}`;
  link.download = name;
  link.click();
}
