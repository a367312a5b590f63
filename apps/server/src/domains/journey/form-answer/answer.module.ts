import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { exportLists, exportRoute } from '../../account/door.ts';
import { answersExport } from './answer.export.ts';
import { readAnswers, readFigures, revealAnswer } from './answer.service.ts';

const { forms } = endpoints;

/** Answers of people, how far they came, and the file of them. */
export const formAnswers: Module = {
  name: 'form-answers',
  extensions: [extend(exportLists, answersExport)],
  routes(app, deps) {
    route(app, forms.answers, (ctx, { params, query }) => readAnswers(ctx, params.formId, query));
    route(app, forms.reveal, (ctx, { params }) => revealAnswer(ctx, deps.secrets, params.formId, params.answerId));
    route(app, forms.figures, (ctx, { params, query }) => readFigures(ctx, params.formId, query));
    exportRoute(app, deps, answersExport);
  },
};
