import type { MoveMapKind, MoveMapping } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { departmentNames, listActiveAddresses } from '../../account/door.ts';
import { listChannelNames } from '../../channel/door.ts';
import { listAttributes } from '../../customer/door.ts';
import { listKind, type MoveRow } from './move.repository.ts';

type Choice = { id: string; name: string; also: string };
export type Choices = Record<MoveMapKind, Choice[]>;

const mostUsers = 5000;

/** All that something of another product may be here. @property also a second name by which it is recognised */
export async function readChoices(tx: Read, enterpriseId: string): Promise<Choices> {
  const [users, channels, departments, attributes] = await Promise.all([
    listActiveAddresses(tx, enterpriseId, mostUsers),
    listChannelNames(tx, enterpriseId),
    departmentNames(tx, enterpriseId),
    listAttributes(tx, enterpriseId),
  ]);
  return {
    agent: users,
    inbox: channels.map(({ id, name }) => ({ id, name, also: '' })),
    team: [...departments].map(([id, name]) => ({ id, name, also: '' })),
    attribute: attributes.map(({ attributeId, fieldName, label }) => ({ id: attributeId, name: label, also: fieldName.toLowerCase() })),
  };
}

/** Names of agents, inboxes, teams and attributes with what each is here: as somebody has chosen, else what has its address or name. */
export async function readMapping(tx: Read, move: MoveRow, choices: Choices): Promise<MoveMapping[]> {
  const kinds: MoveMapKind[] = ['agent', 'inbox', 'team', 'attribute'];
  const mapped: MoveMapping[] = [];
  for (const kind of kinds) {
    const byName = new Map(choices[kind].map(({ id, name }) => [name.trim().toLowerCase(), id]));
    const byOther = new Map(choices[kind].flatMap(({ id, also }) => (also === '' ? [] : [[also, id]])));
    const ids = new Set(choices[kind].map(({ id }) => id));
    for (const { key, name, email } of await listKind(tx, move, kind, 1000)) {
      const chosen = move.mapping[`${kind} ${key}`];
      // A name alone makes nobody the same person.
      const usual =
        kind === 'agent'
          ? byOther.get(email.toLowerCase())
          : (byOther.get(name.trim().toLowerCase()) ?? byName.get(name.trim().toLowerCase()));
      const to = chosen === undefined || (chosen !== '' && !ids.has(chosen)) ? (usual ?? '') : chosen;
      mapped.push({ kind, key, name: name || key, detail: email, to });
    }
  }
  return mapped;
}
