/**
 * Script of the page of a walk. The page works without it; with it what is said arrives by itself, and a message leaves without the page being
 * loaded anew.
 */
const root = document.querySelector<HTMLElement>('[data-walk]');
const code = root?.dataset.walk ?? '';
const reconnectMs = [1000, 2000, 5000, 10_000, 30_000];

/** Puts a newer thread in place of the shown one. Messages that stand stay, so that a screen reader says the new ones alone. */
function replace(html: string): void {
  if (!root) return;
  const made = new DOMParser().parseFromString(html, 'text/html').body;
  const filling = root.querySelector<HTMLFormElement>('form[data-page]');
  const newer = made.querySelector<HTMLFormElement>('form[data-page]');
  const isSame = filling && newer && filling.action === newer.action && screenOf(filling) === screenOf(newer);
  // One that has come is bound to its script as the page is loaded.
  if (newer && !isSame) {
    location.reload();
    return;
  }
  const [log, next] = [root, made].map((one) => one.querySelector('[role=log]'));
  if (!log || !next) {
    location.reload();
    return;
  }
  renewEntries(log.querySelector('ol') as Element, next.querySelector('ol') as Element);
  // A form that somebody fills in is not taken from under their hands.
  if (!isSame) renewBelow(log, next);
  root.querySelector('.thread > :last-child')?.scrollIntoView({ block: 'nearest' });
}

function renewEntries(shown: Element, wanted: Element): void {
  const entries = [...wanted.children];
  for (const [place, entry] of entries.entries()) {
    const there = shown.children[place];
    if (!there) shown.append(entry);
    else if (withoutKey(there) !== withoutKey(entry)) there.replaceWith(entry);
  }
  while (shown.children.length > entries.length) shown.lastElementChild?.remove();
}
/** Each drawing has a key of its own for the next message. */
const withoutKey = (entry: Element): string => entry.outerHTML.replace(/name="key" value="[^"]*"/, '');

/** Renews all below the messages; what is being typed, and the focus, stay. */
function renewBelow(log: Element, next: Element): void {
  const typed = root?.querySelector<HTMLTextAreaElement>('#words')?.value ?? '';
  const hasFocus = document.activeElement?.id === 'words';
  while (log.nextSibling) log.nextSibling.remove();
  while (next.nextSibling) root?.append(next.nextSibling);
  const words = root?.querySelector<HTMLTextAreaElement>('#words');
  if (words) words.value = typed;
  if (hasFocus) words?.focus();
}
const screenOf = (form: HTMLFormElement): string => form.querySelector<HTMLInputElement>('input[name=screen]')?.value ?? '';

let asked = 0;
async function renew(): Promise<void> {
  asked += 1;
  const turn = asked;
  const answer = await fetch(`/p/${code}/thread`).catch(() => undefined);
  // An answer that a later one has overtaken is old.
  if (turn !== asked) return;
  if (answer?.status === 404) location.reload();
  else if (answer?.ok) replace(await answer.text());
}

/** Sends a form of the thread. @returns whether it was taken */
async function send(form: HTMLFormElement, body: FormData): Promise<boolean> {
  const answer = await fetch(form.action, { method: 'POST', body }).catch(() => undefined);
  if (!answer) return false;
  // The styles of the answered page are those of this one, and its policy would refuse them here.
  const made = new DOMParser().parseFromString((await answer.text()).replace(/<style[\s\S]*?<\/style>/, ''), 'text/html');
  const thread = made.querySelector('[data-walk]');
  // Another page: the walk is over, or there were too many attempts.
  if (!thread || thread.getAttribute('data-walk') !== code) location.reload();
  else replace(thread.innerHTML);
  return answer.ok;
}

root?.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (!form.matches('.choices, .say')) return;
  event.preventDefault();
  if (form.dataset.busy !== undefined) return;
  const body = new FormData(form, event.submitter as HTMLElement | null);
  const words = form.querySelector<HTMLTextAreaElement>('#words');
  if (form.matches('.say') && words?.value.trim() === '' && !form.querySelector<HTMLInputElement>('input[type=file]')?.files?.length)
    return;
  form.dataset.busy = '';
  if (words) words.value = '';
  send(form, body)
    .then((isTaken) => {
      const field = root.querySelector<HTMLTextAreaElement>('#words');
      if (!isTaken && field && field.value === '') field.value = String(body.get('words') ?? '');
      field?.focus();
    })
    .catch(() => undefined)
    .finally(() => {
      delete form.dataset.busy;
    });
});

root?.addEventListener('keydown', (event) => {
  const { key, shiftKey, isComposing, target } = event;
  if (key !== 'Enter' || shiftKey || isComposing || !(target instanceof HTMLTextAreaElement) || target.id !== 'words') return;
  event.preventDefault();
  target.form?.requestSubmit();
});

let tries = 0;
function connect(): void {
  const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/p/socket?code=${code}`);
  socket.addEventListener('open', () => {
    tries = 0;
    renew().catch(() => undefined);
  });
  socket.addEventListener('message', ({ data }) => {
    if ((JSON.parse(String(data)) as { type: string }).type === 'changed') renew().catch(() => undefined);
  });
  socket.addEventListener('close', () => {
    setTimeout(connect, reconnectMs[Math.min(tries, reconnectMs.length - 1)]);
    tries += 1;
  });
}

/** A page that asks for nothing begins when a person has it before them; programs that look at addresses run no script. */
const beginning = root?.querySelector<HTMLFormElement>('form[data-begin]');
if (beginning) beginning.requestSubmit();
else if (root?.querySelector('.thread')) connect();

export {};
