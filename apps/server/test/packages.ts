import { endpoints, type PackageItem, type PackageKind, type PackagePlan, type WholePackage } from '@parley/contract';
import type { Response } from 'light-my-request';
import { expect } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import type { TestApp } from './app.ts';
import { createCardScenes } from './cards.ts';
import type { TestUser } from './factories.ts';
import { createFormScenes, loanForm } from './forms.ts';
import { ask, en, end, makeStream, type Nodes, say, texts } from './journeys.ts';
import { createTemplates } from './templates.ts';
import { upload } from './upload.ts';

const { packages, journeys, encaps } = endpoints;
export const packageAt = (path: string, packageId: string) => path.replace(':packageId', packageId);

type Things = { form: string; card: string; template: string; inner: string; stream: string; encap: string; channelId: string };
export type Named = { kind: PackageKind; id: string };

/** Packages as people make, upload and install them. */
export function createPackageScenes(app: TestApp) {
  const { as, contextOf } = app;
  const { makeForm } = createFormScenes(app);
  const { makeCard } = createCardScenes(app);
  const { makeSendingChannel, makeTemplate } = createTemplates(app);

  const done = <T>(answer: Response): T => {
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    return answer.json().data as T;
  };

  /** Gives a stream this drawing. */
  async function draw(admin: TestUser, id: string, nodes: Nodes, more: Parameters<typeof makeStream>[1] = {}): Promise<void> {
    const { name, kind } = await readDocument(admin, id);
    const document = { ...makeStream(nodes, more), id, name, kind };
    await contextOf(admin).transaction((tx) =>
      tx
        .updateTable('journeys')
        .set({ document: JSON.stringify(document) })
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('journeyId', '=', id)
        .execute(),
    );
  }
  async function readDocument(
    admin: TestUser,
    id: string,
  ): Promise<{ name: string; kind: string; nodes: { id: string; config: object }[] }> {
    return done<{ document: never }>(await as(admin).get(journeys.draft.path.replace(':journeyId', id))).document;
  }

  /** A form, a card, a template, a stream with another one and the form inside, and an encap. */
  async function makeThings(admin: TestUser): Promise<Things> {
    const channelId = await makeSendingChannel(admin);
    const form = (await makeForm(admin, 'Loan form', loanForm())).id;
    const card = (await makeCard(admin, { name: 'Loan card' })).id;
    const template = (await makeTemplate(admin, channelId, { name: 'loan_ready' })).id;
    const make = async (name: string) => done<{ id: string }>(await as(admin).post(journeys.create.path, { name })).id;
    const [inner, stream] = [await make('Loan inner'), await make('Loan stream')];
    await draw(admin, inner, { innera01: say('We call you.', 'innere01'), innere01: end() });
    await draw(
      admin,
      stream,
      {
        askname1: { ...ask('What is your name?', 'who', { next: 'formask1' }), name: 'Name' },
        formask1: {
          type: 'input.form',
          name: 'Loan',
          config: { form: { ref: 'form', id: form, name: 'Loan form' }, text: en('Your loan') },
          to: { next: 'callin01' },
        },
        callin01: {
          type: 'logic.stream',
          name: 'Inner',
          config: { stream: { ref: 'stream', id: inner, name: 'Loan inner' } },
          to: { next: 'theend01' },
        },
        theend01: end(),
      },
      { variables: texts('who') },
    );
    const encap = done<{ id: string }>(await as(admin).post(encaps.create.path, { name: 'Loan page' })).id;
    return { form, card, template, inner, stream, encap, channelId };
  }
  const namesOf = ({ form, card, template, inner, stream, encap }: Things): Named[] => [
    { kind: 'form', id: form },
    { kind: 'card', id: card },
    { kind: 'template', id: template },
    { kind: 'stream', id: inner },
    { kind: 'stream', id: stream },
    { kind: 'encap', id: encap },
  ];

  const tryMake = (admin: TestUser, items: readonly Named[], more: object = {}) =>
    as(admin).post(packages.make.path, {
      key: 'bank.loan',
      version: '1.0.0',
      name: 'Loan',
      purpose: 'Loans',
      industry: 'banking',
      items,
      ...more,
    });
  const make = async (admin: TestUser, items: readonly Named[], more: object = {}) => done<PackageItem>(await tryMake(admin, items, more));
  const readFile = async (admin: TestUser, packageId: string): Promise<Buffer> =>
    (await as(admin).get(packageAt(packages.file.path, packageId))).rawPayload;
  const tryUpload = (admin: TestUser, content: Buffer) => as(admin).post(packages.upload.path, ...upload('loan.parley', content));
  /** Uploads a package, and accepts its publisher where that is needed. */
  async function take(admin: TestUser, content: Buffer): Promise<PackageItem> {
    const first = await tryUpload(admin, content);
    if (first.json().code !== 'package.publisher_unknown') return done<PackageItem>(first);
    const { name, publicKey } = first.json().data as { name: string; publicKey: string };
    done(await as(admin).post(packages.accept.path, { name, publicKey }));
    return done<PackageItem>(await tryUpload(admin, content));
  }
  const plan = async (admin: TestUser, packageId: string, to: 'install' | 'update' | 'remove') =>
    done<PackagePlan>(await as(admin).post(packageAt(packages.plan.path, packageId), { to }));
  const tryInstall = (admin: TestUser, packageId: string, more: object = {}) =>
    as(admin).post(packageAt(packages.install.path, packageId), { requestKey: newId(), ...more });
  const install = async (admin: TestUser, packageId: string, more: object = {}) =>
    done<WholePackage>(await tryInstall(admin, packageId, more));
  const tryUpdate = (admin: TestUser, packageId: string, more: object = {}) =>
    as(admin).post(packageAt(packages.update.path, packageId), more);
  const update = async (admin: TestUser, packageId: string, more: object = {}) =>
    done<WholePackage>(await tryUpdate(admin, packageId, more));
  const tryRemove = (admin: TestUser, packageId: string) => as(admin).post(packageAt(packages.remove.path, packageId), {});
  const whole = async (admin: TestUser, packageId: string) =>
    done<WholePackage>(await as(admin).get(packageAt(packages.get.path, packageId)));
  const partOf = ({ install: here }: WholePackage, name: string): string => here?.parts.find((part) => part.name === name)?.recordId ?? '';

  return {
    ...{ done, draw, readDocument, makeThings, namesOf, tryMake, make, readFile, tryUpload, take, plan, tryInstall, install },
    ...{ tryUpdate, update, tryRemove, whole, partOf, makeSendingChannel, makeForm, makeCard },
  };
}
