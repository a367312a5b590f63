import { endpoints } from '@parley/contract';
import { loginRequired } from '#platform/http/domain-error.ts';
import { assertMay, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { contentDisposition, downloaderOf } from '../../file/door.ts';
import { exportAnswers } from './answer.export.ts';
import { readAnswers, readFigures, revealAnswer } from './answer.service.ts';

const { forms } = endpoints;

/** Answers of people, how far they came, and the file of them. */
export const formAnswers: Module = {
  name: 'form-answers',
  routes(app, deps) {
    route(app, forms.answers, (ctx, { params, query }) => readAnswers(ctx, params.formId, query));
    route(app, forms.reveal, (ctx, { params }) => revealAnswer(ctx, deps.secrets, params.formId, params.answerId));
    route(app, forms.figures, (ctx, { params, query }) => readFigures(ctx, params.formId, query));
    route(app, forms.download, async (_ctx, { query, request, reply }) => {
      const { 'x-access-id': accessId, formId, ...filter } = query;
      const actor = await downloaderOf(app, deps, request, accessId);
      if (!actor) throw loginRequired();
      assertMay(actor, forms.answers);
      const { name, body } = await exportAnswers(app.contextOf(request, actor), formId, filter);
      return reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition('document', name)).send(body);
    });
  },
};
