export { type ApiClient, ApiError, createClient } from './http.ts';
export { createLive, type LiveClient, type LiveState } from './live.ts';
