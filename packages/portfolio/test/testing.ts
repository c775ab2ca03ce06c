export { packBook } from './pack-book.ts';
export * from './sample-books.ts';
