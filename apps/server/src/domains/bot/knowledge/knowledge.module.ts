import { endpoints, knowledgeTexts } from '@parley/contract';
import { sql } from 'kysely';
import { answer, route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { embeddingChanged } from '../../integration/door.ts';
import { embedKnowledge } from '../embedding/embedding.jobs.ts';
import { embedWaiting } from '../embedding/embedding.run.ts';
import { embedAgain, getEmbedding, requestEmbeddingOfUsers } from '../embedding/embedding.service.ts';
import { uploadDocuments } from './document.upload.ts';
import { readSource } from './knowledge.jobs.ts';
import { searchKnowledge } from './knowledge.search.ts';
import {
  addNote,
  getKnowledgeConfig,
  listSources,
  readAgain,
  readSourceText,
  removeDocuments,
  removeSource,
  saveKnowledgeConfig,
  scheduleSource,
} from './knowledge.service.ts';
import { restorableKnowledge } from './put-back.ts';
import { readWaiting } from './source.read.ts';

const sweepMs = 5000;
const { knowledge: calls } = endpoints;

export const knowledge: Module = {
  name: 'knowledge',
  records: [restorableKnowledge],
  jobs: [readSource, embedKnowledge],
  extensions: [extend(embeddingChanged, requestEmbeddingOfUsers)],
  routes(app, deps) {
    route(app, calls.getConfig, (ctx, { params }) => getKnowledgeConfig(ctx, params.agentId));
    route(app, calls.saveConfig, async (ctx, { params, body }) =>
      answer(await saveKnowledgeConfig(ctx, params.agentId, body), knowledgeTexts.saved),
    );
    route(app, calls.upload, async (ctx, { request }) => answer(await uploadDocuments(ctx, request), knowledgeTexts.uploaded));
    route(app, calls.removeDocuments, async (ctx, { body }) =>
      answer({ deletedCount: await removeDocuments(ctx, body.agentId, body.filenames) }, knowledgeTexts.fileRemoved),
    );
    route(app, calls.sources, async (ctx, { params }) => ({ sources: await listSources(ctx, params.agentId) }));
    route(app, calls.embedding, (ctx, { params }) => getEmbedding(ctx, params.agentId));
    route(app, calls.embedAgain, (ctx, { params }) => embedAgain(ctx, params.agentId));
    route(app, calls.addNote, (ctx, { params, body }) => addNote(ctx, params.agentId, body));
    route(app, calls.readAgain, (ctx, { params }) => readAgain(ctx, params.agentId, params.sourceId));
    route(app, calls.schedule, (ctx, { params, body }) => scheduleSource(ctx, params.agentId, params.sourceId, body.schedule));
    route(app, calls.removeSource, async (ctx, { params }) => {
      await removeSource(ctx, params.agentId, params.sourceId);
      return null;
    });
    route(app, calls.text, (ctx, { params, query }) => readSourceText(ctx, params.agentId, params.sourceId, query));
    route(app, calls.search, async (ctx, { params, body }) => ({
      passages: await searchKnowledge(ctx, deps, params.agentId, body.question),
    }));
  },
  async work(deps) {
    await deps.jobs.handle(readSource, ({ enterpriseId, sourceId }) => readWaiting(enterpriseContext(deps, enterpriseId), deps, sourceId));
    await deps.jobs.handle(embedKnowledge, ({ enterpriseId, botId }) => embedWaiting(enterpriseContext(deps, enterpriseId), deps, botId));
    // Finds sources that wait without a lease, and those that are due by their schedule; and what waits to be embedded.
    const sweep = async () => {
      const due = await sql<{ enterpriseId: string; botId: string }>`select * from due_embeddings()`.execute(deps.db);
      for (const row of due.rows)
        await enterpriseContext(deps, row.enterpriseId).transaction((tx) => deps.jobs.enqueue(tx, embedKnowledge, row));
      const { rows } = await sql<{ enterpriseId: string; sourceId: string }>`select * from due_sources()`.execute(deps.db);
      for (const row of rows) await enterpriseContext(deps, row.enterpriseId).transaction((tx) => deps.jobs.enqueue(tx, readSource, row));
    };
    return scheduleTask(sweepMs, sweep, (error) => deps.log.warn({ err: error }, 'a sweep of knowledge sources failed'));
  },
};
