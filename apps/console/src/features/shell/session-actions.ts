import { api } from '../../lib/api.ts';
import { setLanguage } from '../../lib/i18n.ts';
import type { Language } from '../../lib/languages.ts';
import { liveClient } from '../../lib/live.ts';
import { queryClient } from '../../lib/query-client.ts';
import { endSession, getToken, mayLeave } from '../../lib/session.ts';
import { meQuery } from '../account/shared/me.ts';

/**
 * Ends the session on the server and here; a server that cannot be reached does not keep anybody signed in. Whatever holds something
 * that is not done yet is heard first, and may keep the person here.
 */
export async function signOut(): Promise<void> {
  if (!(await mayLeave())) return;
  // First, or the server's word that the session has ended would arrive as news from elsewhere.
  liveClient.close();
  const address = await providerLogout();
  // A read still on its way would come back refused, as if the session had run out.
  await queryClient.cancelQueries();
  // The call carries the token. The session ends here at the same moment: a read that begins during the call would be refused as well.
  const ended = api.account.logout();
  endSession('user');
  // The token is forgotten here whatever the server says, and runs out there.
  await ended.catch(() => undefined);
  // Somebody else may have signed in while the server was slow.
  if (address && getToken() === null) location.assign(address);
}

/** Returns the identity provider's logout address, fetched while our session is still open; '' if there is none. */
async function providerLogout(): Promise<string> {
  if (!queryClient.getQueryData(meQuery.queryKey)?.hasProvider) return '';
  try {
    return (await api.sso.logoutAddress()).address;
  } catch {
    return '';
  }
}

/** Switches the words now, and remembers the choice in the profile. */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language);
  await api.users.saveProfile({ body: { profile: { language } } }).catch(() => undefined);
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (me) queryClient.setQueryData(meQuery.queryKey, { ...me, language });
}
