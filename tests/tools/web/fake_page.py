"""The page with a fake door, as one file that opens from the disk under the policy that a server would send."""

import json
import os

from kanon.tools.pages.as_html import framed
from kanon.tools.web.page import served_page

FAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'fake_door.js')
POLICY = "default-src 'none'; script-src %s; style-src %s; img-src blob:; frame-src blob:"


def fake_page() -> str:
    with open(FAKE, encoding='utf-8') as file:
        door = file.read().replace('FAKE_PAGE', json.dumps(framed('A page to sign', 'en', 'Signed?')).replace('<', '\\u003c'))
    html, hashes = served_page(door)
    policy = POLICY % (' '.join(hashes['script']), ' '.join(hashes['style']))
    return html.replace('<title>', '<meta http-equiv="Content-Security-Policy" content="%s">\n<title>' % policy, 1)
