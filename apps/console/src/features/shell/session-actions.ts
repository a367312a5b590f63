import { api } from '../../lib/api.ts';
import { setLanguage } from '../../lib/i18n.ts';
import type { Language } from '../../lib/languages.ts';
import { liveClient } from '../../lib/live.ts';
import { queryClient } from '../../lib/query-client.ts';
import { endSession, mayLeave } from '../../lib/session.ts';
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
  try {
    await api.account.logout();
  } catch {
    // The token is forgotten here all the same, and runs out there.
  }
  endSession('user');
  if (address) location.assign(address);
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
