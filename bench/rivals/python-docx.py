"""Times python-docx on one file, in this process: python-docx.py FILE ROUNDS.

Each round opens the package and takes the text of every paragraph. Prints one line of JSON: {"name": "python-docx 0.8.11",
"runs": [milliseconds, ...], "paragraphs": 12700}, or {"missing": "why"} where it is not installed.
"""

import json
import sys
import time

try:
    import docx
except ImportError as error:
    print(json.dumps({"missing": f"python-docx: {error}"}))
    sys.exit()

runs, texts = [], []
for _ in range(int(sys.argv[2])):
    start = time.perf_counter()
    texts = [paragraph.text for paragraph in docx.Document(sys.argv[1]).paragraphs]
    runs.append((time.perf_counter() - start) * 1000)
version = getattr(docx, "__version__", "")
print(json.dumps({"name": f"python-docx {version}", "runs": runs, "paragraphs": len(texts)}))
