import { type Extension, extend } from '../../../extensions.ts';
import { calendarUses, departmentHolders } from '../../account/door.ts';
import { botUses } from '../../bot/door.ts';
import { cardUses, channelUses, templateUses } from '../../channel/door.ts';
import { phoneBookUses } from '../../customer/door.ts';
import { artifactUses } from '../../file/door.ts';
import { integrationUses } from '../../integration/door.ts';
import { listCardsInStreams } from './card-use.repository.ts';
import { listStreamsOnChannel, nameStreamsNaming, useNameOf } from './journey.uses.ts';
import { foldNames, listStreamsNaming } from './use.repository.ts';

/** Declares uses by streams: while a draft or a version in use names a record, nobody deletes it. */
export const heldByStreams: Extension[] = [
  extend(integrationUses, async (tx, enterpriseId, ids) =>
    (await listStreamsNaming(tx, enterpriseId, { kinds: ['integration'], ids, which: 'any' })).map(({ refId, journeyId, name }) => ({
      integrationId: refId,
      id: journeyId,
      name,
    })),
  ),
  extend(templateUses, async (tx, enterpriseId, ids) =>
    (await listStreamsNaming(tx, enterpriseId, { kinds: ['template'], ids, which: 'any' })).map(({ refId, ...use }) => ({
      templateId: refId,
      source: 'JOURNEY',
      ...use,
    })),
  ),
  extend(artifactUses, async (tx, enterpriseId, ids) =>
    (await listStreamsNaming(tx, enterpriseId, { kinds: ['media'], ids, which: 'any' })).map((use) => ({
      artifactId: use.refId,
      name: useNameOf(use),
      isLive: true,
    })),
  ),
  extend(cardUses, listCardsInStreams),
  extend(channelUses, { listNaming: listStreamsOnChannel }),
  extend(departmentHolders, (tx, enterpriseId, departmentId) => nameStreamsNaming(tx, enterpriseId, ['department'], [departmentId])),
  extend(calendarUses, async (tx, enterpriseId, calendars) => {
    const ids = calendars.map(({ calendarId }) => calendarId);
    const folded = await foldNames(
      tx,
      calendars.map(({ name }) => name),
    );
    const byName = new Map(calendars.map(({ calendarId }, place) => [folded[place] ?? '', calendarId]));
    const chosen = await listStreamsNaming(tx, enterpriseId, { kinds: ['calendar'], ids, which: 'any' });
    const named = await listStreamsNaming(tx, enterpriseId, { kinds: ['calendarName'], ids: [...byName.keys()], which: 'any' });
    return [
      ...chosen.map((use) => ({ calendarId: use.refId, name: useNameOf(use), isByName: false })),
      ...named.map((use) => ({ calendarId: byName.get(use.refId) ?? '', name: useNameOf(use), isByName: true })),
    ];
  }),
  extend(botUses, (tx, enterpriseId, kind, ids) => nameStreamsNaming(tx, enterpriseId, [kind], ids)),
  extend(phoneBookUses, async (tx, enterpriseId, used) => {
    if ('filterId' in used) return [];
    const names =
      'setId' in used
        ? await nameStreamsNaming(tx, enterpriseId, ['group', 'label'], [used.setId])
        : [
            ...new Set([
              ...(await nameStreamsNaming(tx, enterpriseId, ['attribute'], [used.attributeId])),
              ...(await nameStreamsNaming(tx, enterpriseId, ['field'], [used.fieldName])),
            ]),
          ];
    return names.map((name) => ({ name, isRunning: false }));
  }),
];
