import { createLive } from '@parley/client';
import { getToken, onLogout, onTokenHeld } from './session.ts';

const scheme = globalThis.location?.protocol === 'https:' ? 'wss' : 'ws';

/** The agents' socket. Opened by the layout once somebody is signed in; a refused token reloads the page. */
export const liveClient = createLive({
  url: `${scheme}://${globalThis.location?.host ?? ''}/actions`,
  getToken,
  onInvalidToken: () => location.reload(),
});

onLogout(() => liveClient.close());
// The server ends the line of such a session: a page that began anew for it would have lost the token that it alone holds.
onTokenHeld(() => liveClient.close());

/** User at the other end of the socket, as the server named them when it took the token; undefined while it is not open. */
let lineUser: string | undefined;
export const getLineUser = (): string | undefined => lineUser;
// Noted here, where the socket is: who sends by it is loaded later, when it has been open for a while.
liveClient.on('authenticated', ({ uId }) => {
  lineUser = uId;
});
liveClient.onState(({ kind }) => {
  if (kind !== 'open') lineUser = undefined;
});
