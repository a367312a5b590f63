import { type Artifact, endpoints, type RichCard } from '@parley/contract';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { pngUpload } from './upload.ts';

export const cardReply = (id: string, title: string) => ({ id, title, action: { kind: 'reply', payload: id } });

/** A card with a picture, two replies, a place and an event. */
export const visitCard = {
  title: { en: 'Your visit, {{name}}', hi: 'आपकी मुलाक़ात, {{name}}' },
  description: { en: 'We see you on Friday.' },
  suggestions: [
    cardReply('accept01', 'I come'),
    cardReply('cancel02', 'Cancel'),
    { id: 'mapout03', title: 'Way', action: { kind: 'place', latitude: 18.5, longitude: 73.8, label: 'Shop' } },
    {
      id: 'dates004',
      title: 'Into my calendar',
      action: { kind: 'calendar', title: 'Visit of {{name}}', startsAt: '2026-12-04T10:00:00Z', endsAt: '2026-12-04T11:00:00Z' },
    },
  ],
  variables: [{ name: 'name', sample: 'Asha' }],
  smsText: 'Your visit is on Friday, {{name}}.',
};

export function createCardScenes({ as }: TestApp) {
  /** A picture of the library. */
  async function makePicture(by: TestUser, more: object = { isPublic: true }): Promise<Artifact> {
    const file = (await as(by).post(endpoints.files.upload.path, ...(await pngUpload('shoe.png')))).json().response;
    const made = await as(by).post(endpoints.artifacts.create.path, {
      isCopy: true,
      ...more,
      data: { type: 'IMAGE', fileId: file.id, name: 'shoe' },
    });
    expect(made.statusCode).toBe(200);
    return made.json().response;
  }
  async function makeCard(by: TestUser, more: object = {}): Promise<RichCard> {
    const made = await as(by).post(endpoints.richCards.create.path, { name: 'Visit', ...visitCard, ...more });
    if (made.statusCode !== 200) throw new Error(made.body);
    return made.json().data;
  }
  return { makePicture, makeCard };
}
