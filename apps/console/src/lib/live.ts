import { createLive } from '@parley/client';
import { getToken, onLogout } from './session.ts';

const scheme = globalThis.location?.protocol === 'https:' ? 'wss' : 'ws';

/** The agents' socket. Opened by the layout once somebody is signed in; a refused token reloads the page. */
export const liveClient = createLive({
  url: `${scheme}://${globalThis.location?.host ?? ''}/actions`,
  getToken,
  onInvalidToken: () => location.reload(),
});

onLogout(() => liveClient.close());
