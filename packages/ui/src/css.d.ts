// Each application's bundler loads styles; the compiler needs to know only that they are not its own.
declare module '*.css';
