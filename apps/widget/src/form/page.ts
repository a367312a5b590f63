/**
 * Script of a form's page. The page works without it; with it what is typed is saved as it is left, fields come and go with the answers, and a
 * signature can be drawn.
 */
import './walk.ts';

const form = document.querySelector<HTMLFormElement>('form[data-page]');
const saveMs = 1000;

/** Values of one field as the form would send them. */
function fieldValue(id: string): unknown {
  const data = new FormData(form as HTMLFormElement);
  const latitude = data.get(`f.${id}.latitude`);
  if (latitude !== null) return { latitude: Number(latitude), longitude: Number(data.get(`f.${id}.longitude`)) };
  const values = data.getAll(`f.${id}`).filter((value) => typeof value === 'string');
  return values.length > 1 ? values : (values[0] ?? '');
}

let sending: AbortController | undefined;
async function save(id: string): Promise<void> {
  if (!form) return;
  sending?.abort();
  sending = new AbortController();
  const state = form.querySelector<HTMLInputElement>('input[name=state]');
  const language = form.querySelector<HTMLInputElement>('input[name=lang]')?.value ?? '';
  const body = JSON.stringify({ field: id, value: fieldValue(id), state: state?.value ?? '', lang: language });
  try {
    const answer = await fetch(`${form.action}/field`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: sending.signal,
    });
    if (!answer.ok) return;
    const { fields, isSaved, state: carried } = (await answer.json()) as { fields: string; isSaved: boolean; state: string };
    if (state && carried !== '') state.value = carried;
    if (fields !== '') redraw(fields);
    const note = form.querySelector<HTMLElement>('[data-saved]');
    if (note && isSaved) note.textContent = note.dataset.words ?? '';
  } catch {
    // The next key tries again, and sending the screen brings all of it.
  }
}

/** Fields that came or went are put in place; those that stay keep what is typed and the focus. */
function redraw(fields: string): void {
  const place = form?.querySelector<HTMLElement>('[data-fields]');
  if (!place) return;
  const made = new DOMParser().parseFromString(fields, 'text/html').body;
  const wanted = [...made.children].filter((one): one is HTMLElement => one instanceof HTMLElement);
  const byId = new Map([...place.querySelectorAll<HTMLElement>('[data-field]')].map((one) => [one.dataset.field, one]));
  const shown = wanted.map((one) => byId.get(one.dataset.field) ?? one);
  const isSame =
    shown.length === place.children.length && shown.every((one, at) => one === place.children[at] || one.dataset.field === undefined);
  if (!isSame) place.replaceChildren(...shown);
}

function fieldOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-field]')?.dataset.field : undefined;
}

let waiting = 0;
form?.addEventListener('input', (event) => {
  const id = fieldOf(event.target);
  if (id === undefined || (event.target as HTMLInputElement).type === 'file') return;
  clearTimeout(waiting);
  waiting = window.setTimeout(() => {
    save(id).catch(() => undefined);
  }, saveMs);
});
form?.addEventListener('change', (event) => {
  const id = fieldOf(event.target);
  if (id === undefined || (event.target as HTMLInputElement).type === 'file') return;
  clearTimeout(waiting);
  save(id).catch(() => undefined);
});
/** A second press while the screen is on its way sends nothing more. */
let isSending = false;
form?.addEventListener('submit', (event) => {
  if (isSending) event.preventDefault();
  isSending = true;
  clearTimeout(waiting);
  sending?.abort();
});
addEventListener('pageshow', () => {
  isSending = false;
});
document.querySelector<HTMLElement>('[data-problems]')?.focus();

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-here]')) {
  button.hidden = !('geolocation' in navigator);
  button.addEventListener('click', () =>
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      const [latitude, longitude] = button.closest('[data-place]')?.querySelectorAll('input') ?? [];
      if (!latitude || !longitude) return;
      latitude.value = String(coords.latitude);
      longitude.value = String(coords.longitude);
      latitude.dispatchEvent(new Event('change', { bubbles: true }));
    }),
  );
}

for (const canvas of document.querySelectorAll<HTMLCanvasElement>('canvas[data-sign]')) {
  const field = canvas.closest('[data-field]');
  const file = field?.querySelector<HTMLInputElement>('input[type=file]');
  const clear = field?.querySelector<HTMLButtonElement>('[data-clear]');
  const pen = canvas.getContext('2d');
  if (!file || !clear || !pen) continue;
  canvas.hidden = false;
  clear.hidden = false;
  pen.lineWidth = 2.5;
  pen.lineCap = 'round';
  let isDown = false;
  const at = (event: PointerEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    return [((event.clientX - box.left) * canvas.width) / box.width, ((event.clientY - box.top) * canvas.height) / box.height];
  };
  canvas.addEventListener('pointerdown', (event) => {
    isDown = true;
    canvas.setPointerCapture(event.pointerId);
    pen.beginPath();
    pen.moveTo(...at(event));
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!isDown) return;
    pen.lineTo(...at(event));
    pen.stroke();
  });
  canvas.addEventListener('pointerup', () => {
    isDown = false;
    canvas.toBlob((blob) => {
      if (!blob) return;
      const picked = new DataTransfer();
      picked.items.add(new File([blob], 'signature.png', { type: 'image/png' }));
      file.files = picked.files;
    });
  });
  clear.addEventListener('click', () => {
    pen.clearRect(0, 0, canvas.width, canvas.height);
    file.value = '';
  });
}
