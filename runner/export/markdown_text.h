#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace carpool {

// Any bytes as code within a line of Markdown, a table's cell as well: `<code>...</code>` in which
// every character that Markdown, HTML or GitHub (mentions, issue numbers) could take for more than
// itself is an entity. Line breaks are shown as "\n". At most `limit` bytes of it, the cut stated.
std::string markdown_code(std::string_view bytes, std::size_t limit);

// Any bytes as a block, `<pre>...</pre>`, line breaks kept. At most `limit` bytes of it.
std::string markdown_block(std::string_view bytes, std::size_t limit);

}  // namespace carpool
