import { type CDPSession, expect, type Page } from '@playwright/test';
import { fieldOf, messageIn, say, test } from '../chats.ts';
import { openProtocol } from '../pages.ts';

/** Names each control in sight that a finger would miss: its box, or what answers around its middle, is smaller than 44 px. */
const listSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const most = 44;
    const controls = [
      ...document.querySelectorAll<HTMLElement>('main :is(button, a[href], [role="tab"], select, summary, input[type="checkbox"])'),
    ];
    if (controls.length < 5) return ['the page has no controls'];
    const small = controls.filter((control) => {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
      // A link among words is as high as its line.
      if (control.closest('p, [dir="auto"]') && control.tagName === 'A') return false;
      const { x, y, width, height } = control.getBoundingClientRect();
      const [left, top] = [x + width / 2, y + height / 2];
      if (width === 0 || left < 0 || left > innerWidth || top < 0 || top > innerHeight) return false;
      if (width >= most - 0.5 && height >= most - 0.5) return false;
      // A box may be smaller than the part that answers for it.
      const owner = control.closest('label') ?? control;
      const reach = most / 2 - 1;
      return [
        [-reach, 0],
        [reach, 0],
        [0, -reach],
        [0, reach],
      ].some(([dx = 0, dy = 0]) => {
        const hit = document.elementFromPoint(left + dx, top + dy);
        return !hit || !(owner.contains(hit) || (hit.contains(control) === false && hit === owner));
      });
    });
    return small.map((control) => {
      const { width, height } = control.getBoundingClientRect();
      return `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent?.slice(0, 30)} ${Math.round(width)}x${Math.round(height)}`;
    });
  });

/** Draws a finger over the screen, as a browser hears of it. */
async function draw(client: CDPSession, from: [number, number], to: [number, number], steps = 8): Promise<void> {
  const at = ([x, y]: [number, number]) => [{ x, y }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  for (let step = 1; step <= steps; step += 1) {
    const part = step / steps;
    const point: [number, number] = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(point) });
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('each control of the list, the thread and the customer is 44 px for a finger on a phone', async ({ desks }) => {
  const { page } = await desks.meet('A matter for a finger');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(fieldOf(page)).toBeVisible();
  expect.soft(await listSmall(page), 'thread').toEqual([]);
  await page.getByRole('button', { name: 'Show customer details' }).click();
  await expect(page.getByRole('complementary', { name: 'Customer' })).toBeVisible();
  expect.soft(await listSmall(page), 'customer').toEqual([]);
  await page.getByRole('complementary', { name: 'Customer' }).getByRole('button', { name: 'Hide customer details' }).click();
  await page.getByRole('button', { name: 'Back to the chats' }).click();
  await expect(page.getByText('Active (1)')).toBeVisible();
  expect.soft(await listSmall(page), 'list').toEqual([]);
});

test('a finger draws the customer back to the thread, and the thread back to the list; words that are selected and a finger that goes down do not', async ({
  desks,
}) => {
  const { page, visitor } = await desks.meet('A matter to be drawn');
  await page.setViewportSize({ width: 390, height: 844 });
  const client = await openProtocol(page);
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await say(visitor.page, 'Words to be selected');
  await expect(messageIn(page, 'Words to be selected')).toBeVisible();
  await page.getByRole('button', { name: 'Show customer details' }).click();
  const panel = page.getByRole('complementary', { name: 'Customer' });
  await expect(panel).toBeVisible();
  await draw(client, [110, 400], [370, 410]);
  await expect(panel).toBeHidden();
  await expect(fieldOf(page)).toBeVisible();
  // Down, a little, back to the start, or over the reply: nothing.
  await draw(client, [60, 300], [90, 560]);
  await draw(client, [60, 300], [100, 300]);
  await draw(client, [330, 300], [60, 300]);
  const field = await fieldOf(page).boundingBox();
  await draw(client, [(field?.x ?? 0) + 20, (field?.y ?? 0) + 15], [370, (field?.y ?? 0) + 15]);
  await messageIn(page, 'Words to be selected').selectText();
  await draw(client, [60, 300], [330, 300]);
  await expect(fieldOf(page)).toBeVisible();
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await draw(client, [60, 300], [330, 310]);
  await expect(page.getByText('Active (1)')).toBeVisible();
  await expect(fieldOf(page)).toHaveCount(0);
});
