/**
 * Shows what the server pushes while the console is closed, opens the console where a notification leads, and says so where a page is opened
 * without a network. It answers no call and keeps nothing. A push holds kind, count and path; its words are here, in the language that the address of this file names.
 */
const words = {
  en: {
    test: 'Tests',
    chat_offered: 'Chats offered to you',
    chat_message: 'Messages in your chats',
    chat_waiting: 'Chats that wait',
    chat_mention: 'Mentions in notes of chats',
    chat_later: 'Planned messages that did not leave',
    chat_clock: 'Chats that take too long',
    chat_rule: 'Rules of chats',
    report_alert: 'Alerts of figures',
    report_failed: 'Mails of boards that did not go',
    chat_alarm: 'Alarms of chats',
    chat_missed: 'Missed chats',
    work_moved: 'Work that you take over',
    channel_error: 'Channels that stop',
    template_status: 'Status of templates',
    stream_paused: 'Streams that pause by themselves',
    stream_failed: 'Streams in which walks fail',
    broadcast_done: 'Broadcasts sent',
    approval_waiting: 'Approvals that wait for you',
    approval_decided: 'Decisions on your campaigns',
    run_paused: 'Campaigns and broadcasts that pause',
    low_balance: 'Low balance',
    campaign_done: 'Campaigns sent',
    stream_skipped: 'Streams that are not started',
    import_done: 'Imports done',
    import_failed: 'Imports that fail',
    export_ready: 'Exports ready',
    export_failed: 'Exports that fail',
    bulk_failed: 'Jobs on customers that fail',
    training_done: 'Trainings done',
    training_failed: 'Trainings that fail',
    webhook_suspended: 'Suspended webhooks',
    key_new_network: 'Keys used from new places',
    audit_broken: 'Breaks of the audit trail',
    work_failed: 'Background work that fails',
    branding_published: 'New branding',
    role_changed: 'Changes of your rights',
    new_sign_in: 'New sign-ins',
    second_factor: 'Second factor',
  },
  hi: {
    test: 'परीक्षण',
    chat_offered: 'आपको दी गई चैट',
    chat_message: 'आपकी चैट में संदेश',
    chat_waiting: 'प्रतीक्षा में चैट',
    chat_mention: 'चैट की टिप्पणियों में उल्लेख',
    chat_later: 'नियोजित संदेश जो नहीं गए',
    chat_clock: 'बहुत देर लेती चैट',
    chat_rule: 'चैट के नियम',
    report_alert: 'आँकड़ों की चेतावनियाँ',
    report_failed: 'बोर्ड के मेल जो नहीं गए',
    chat_alarm: 'चैट के अलार्म',
    chat_missed: 'छूटी चैट',
    work_moved: 'आपको सौंपा गया काम',
    channel_error: 'रुके हुए चैनल',
    template_status: 'टेम्पलेट की स्थिति',
    stream_paused: 'अपने-आप रुकी स्ट्रीम',
    stream_failed: 'विफल हो रही स्ट्रीम',
    broadcast_done: 'भेजे गए ब्रॉडकास्ट',
    approval_waiting: 'आपकी मंज़ूरी की प्रतीक्षा',
    approval_decided: 'आपके अभियानों पर निर्णय',
    run_paused: 'रुके हुए अभियान और प्रसारण',
    low_balance: 'कम शेष राशि',
    campaign_done: 'भेजे गए अभियान',
    stream_skipped: 'शुरू न हुई स्ट्रीम',
    import_done: 'पूरे हुए आयात',
    import_failed: 'विफल आयात',
    export_ready: 'तैयार निर्यात',
    export_failed: 'विफल निर्यात',
    bulk_failed: 'ग्राहकों के विफल काम',
    training_done: 'पूरे हुए प्रशिक्षण',
    training_failed: 'विफल प्रशिक्षण',
    webhook_suspended: 'रोके गए वेबहुक',
    key_new_network: 'नई जगह से इस्तेमाल हुई कुंजियाँ',
    audit_broken: 'ऑडिट ट्रेल की टूट',
    work_failed: 'पृष्ठभूमि के विफल काम',
    branding_published: 'नई ब्रांडिंग',
    role_changed: 'आपके अधिकारों में बदलाव',
    new_sign_in: 'नए साइन-इन',
    second_factor: 'दूसरा चरण',
  },
};
/** Of a kind that came after this worker. */
const unknown = { en: 'Notification', hi: 'सूचना' };
const hint = { en: 'Open the console to read it.', hi: 'पढ़ने के लिए कंसोल खोलें।' };
const language = new URL(self.location.href).searchParams.get('language') === 'hi' ? 'hi' : 'en';

/** Only places inside the console: a push is data, and data does not choose another host. */
const toPath = (path) => (typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/');

const listConsoles = async () => {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.filter(({ url }) => new URL(url).origin === self.location.origin && !/^\/(docs|dev|widget)\b/.test(new URL(url).pathname));
};

function read(data) {
  try {
    const { kind, count, path } = data.json();
    return { kind: String(kind), count: Number(count) || 1, path: toPath(path) };
  } catch {
    return undefined;
  }
}

async function show(data) {
  const told = read(data);
  if (!told) return;
  // Who looks at the console has its toast.
  if ((await listConsoles()).some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { kind, count, path } = told;
  const title = words[language][kind] ?? unknown[language];
  await self.registration.showNotification(count > 1 ? `${title} (${count})` : title, {
    body: hint[language],
    tag: `${kind} ${path}`,
    renotify: true,
    data: { path },
  });
}

async function open(path) {
  const consoles = await listConsoles();
  const page = consoles.find(({ focused }) => focused) ?? consoles[0];
  if (!page) return self.clients.openWindow(path);
  // The page goes there by itself, without losing what it holds.
  page.postMessage({ type: 'open', path });
  return page.focus().catch(() => undefined);
}

const offline = {
  en: { title: 'There is no network', text: 'The page opens by itself once there is one. Replies that wait are kept.', again: 'Try again' },
  hi: { title: 'नेटवर्क नहीं है', text: 'नेटवर्क आते ही पेज अपने-आप खुलेगा। प्रतीक्षा में रखे उत्तर सुरक्षित हैं।', again: 'फिर से कोशिश करें' },
};

function drawOffline() {
  const { title, text, again } = offline[language];
  const page = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="10"><title>${title}</title>
<style>body{display:grid;min-block-size:100vh;margin:0;place-content:center;padding:24px;font:16px/1.5 system-ui,sans-serif;text-align:center}
h1{margin:0;font-size:20px}p{max-inline-size:34ch;margin:8px auto 20px}a{display:inline-block;padding:11px 20px;border:1px solid;border-radius:8px;color:inherit;text-decoration:none}</style>
<main><h1>${title}</h1><p>${text}</p><a href="">${again}</a></main></html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  };
  return new Response(page, { status: 503, headers });
}

self.addEventListener('install', (event) => {
  void self.skipWaiting();
  // Everything but pages passes this worker by.
  if (event.addRoutes)
    event.waitUntil(event.addRoutes({ condition: { not: { requestMode: 'navigate' } }, source: 'network' }).catch(() => {}));
});
self.addEventListener('activate', (event) =>
  // The page is asked for while the worker starts.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])),
);
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  const ask = async () => (await event.preloadResponse) ?? fetch(event.request);
  event.respondWith(ask().catch(drawOffline));
});
self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(toPath(event.notification.data?.path)));
});
