import { type CompiledForm, compileForm, type FormFacts } from '@parley/journey';
import { answerReaders as readers } from '@parley/nlu/answers';
import type { Read } from '#platform/db/database.ts';
import { readPlace } from '../../account/door.ts';
import { listAttributes } from '../../customer/door.ts';
import { findFormVersions } from '../form/version.repository.ts';
import { findPeople } from '../person/person.repository.ts';
import { personValues } from '../person/person.values.ts';

/** Facts for an act on a page. Nobody has proved who they are: whoever holds the address may be anybody. */
export async function readFormFacts(
  tx: Read,
  enterpriseId: string,
  { customerId, language }: { customerId: string | null; language: string },
): Promise<FormFacts> {
  const [people, attributes, place] = await Promise.all([
    customerId === null ? undefined : findPeople(tx, enterpriseId, [customerId]),
    // Nobody's attributes are Empty, whatever they are called: an expression that names one fails as one that nobody knows.
    listAttributes(tx, enterpriseId),
    readPlace(tx, enterpriseId),
  ]);
  const customer = personValues(customerId === null ? undefined : people?.get(customerId), attributes, place);
  return {
    zone: String(customer.zone),
    language: language || String(customer.language),
    country: String(customer.country),
    customer,
    entry: null,
    call: {},
    readers,
    isProved: false,
  };
}

const mostKept = 200;

/** Versions of forms in memory, those that were used last: they never change. */
export class FormCache {
  readonly #kept = new Map<string, CompiledForm>();

  async load(tx: Read, enterpriseId: string, formId: string, number: number): Promise<CompiledForm> {
    const key = `${enterpriseId} ${formId} ${number}`;
    const held = this.#kept.get(key);
    if (held) {
      this.#kept.delete(key);
      this.#kept.set(key, held);
      return held;
    }
    const [row] = await findFormVersions(tx, enterpriseId, [[formId, number]]);
    if (!row) throw new Error(`Version ${number} of the form ${formId} is not there.`);
    const form = compileForm(row.document);
    this.#kept.set(key, form);
    if (this.#kept.size > mostKept) this.#kept.delete(this.#kept.keys().next().value ?? '');
    return form;
  }
}
