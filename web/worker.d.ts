// What `build.py` writes before the two workers, and what they load.
declare const PYODIDE: string;
declare const IS_PACKED: boolean;
declare const OPENED: string;
declare const VERSION: string;
declare const FILES: string[];
declare const READY: string[];
declare const PACKED: string;
declare const fzstd: { decompress(content: Uint8Array): Uint8Array<ArrayBuffer> };
