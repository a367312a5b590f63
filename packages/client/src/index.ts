export { type ApiClient, ApiError, createClient, type ToldAnswer } from './http.ts';
export { createLive, type LiveClient, type LiveState } from './live.ts';
