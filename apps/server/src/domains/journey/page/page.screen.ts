import { isOfFiles, type Media, showScreen } from '@parley/journey';
import type { EnterpriseContext } from '../../../context.ts';
import type { PageView } from '../filling/filling.act.ts';
import { sealState } from '../filling/filling.kept.ts';
import type { ScreenPage } from '../page-view/page.html.ts';
import { pageTexts } from '../page-view/page.texts.ts';
import type { Sealing } from '../row/instance.seal.ts';
import { findLibraryFiles } from '../row/material.repository.ts';
import { type Posted, typedOf } from './page.body.ts';

type Drawing = { view: PageView; code: string; language: string; posted?: Posted | undefined };

/** The open screen of a form, as its page or the page of its walk shows it. */
export async function drawScreen(
  ctx: EnterpriseContext,
  secrets: Sealing,
  { view, code, language, posted }: Drawing,
): Promise<Omit<ScreenPage, 'within'>> {
  const { form, faults } = view;
  const { settings, languages } = form.document;
  return {
    action: `/p/${code}`,
    screen: showScreen(form, view.state, { ...view.facts, language }, ctx.now().getTime()),
    faults,
    notice: posted && posted.fault !== '' ? pageTexts(language)[posted.fault] : '',
    typed: posted && (faults.length > 0 || posted.fault !== '') ? typedOf(form.screens.get(view.state.screen), posted) : {},
    files: filesOf(view),
    pictures: await picturesOf(ctx, view),
    carried: view.keeps ? '' : sealState(secrets, view.state),
    keptDays: view.keeps && settings.keepDrafts === 'afterNotice' ? settings.lifeDays : 0,
    languages,
  };
}

/** Files of the open screen that were kept earlier. */
export const filesOf = ({ form, state }: PageView): ScreenPage['files'] =>
  Object.fromEntries(
    (form.screens.get(state.screen)?.fields ?? []).filter(isOfFiles).map(({ id }) => {
      const files = state.values[id];
      return [id, (Array.isArray(files) ? (files as Media[]) : []).map((file) => ({ id: file.id, name: file.name }))];
    }),
  );

/** Addresses of the pictures that a screen shows. */
async function picturesOf(ctx: EnterpriseContext, { form, state }: PageView): Promise<ScreenPage['pictures']> {
  const shown = (form.screens.get(state.screen)?.fields ?? []).flatMap(({ id, picture }) =>
    picture ? [{ id, artifactId: picture.id }] : [],
  );
  if (shown.length === 0) return {};
  const files = await ctx.read((tx) =>
    findLibraryFiles(
      tx,
      ctx.enterpriseId,
      shown.map(({ artifactId }) => artifactId),
    ),
  );
  return Object.fromEntries(
    shown.flatMap(({ id, artifactId }) => {
      const file = files.find((one) => one.artifactId === artifactId);
      return file ? [[id, ctx.fileUrl(file.id)]] : [];
    }),
  );
}
