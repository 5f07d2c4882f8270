#include "collective_test.h"

#include <carpool/rank.h>

std::string shape_name(const ::testing::TestParamInfo<Shape>& shape) {
  return std::to_string(shape.param.size) + "Elements";
}

std::string rooted_shape_name(const ::testing::TestParamInfo<RootedShape>& rooted) {
  return std::to_string(rooted.param.shape.size) + "ElementsRank" +
         std::to_string(rooted.param.root);
}

std::vector<Shape> shapes_of(at::ScalarType type) {
  std::vector<Shape> shapes;
  for (const std::int64_t size : {1, 3, 64, 1000, 4097, 16384}) shapes.push_back({type, size});
  return shapes;
}

std::vector<RootedShape> rooted_shapes_of(at::ScalarType type) {
  std::vector<RootedShape> rooted;
  for (const std::int64_t size : {1, 1000, 16384}) {
    for (int root = 0; root < 4; ++root) rooted.push_back({{type, size}, root});
  }
  return rooted;
}

at::Tensor input_of(int rank, const Shape& shape) {
  return (at::arange(shape.size, at::kLong).remainder(2) + rank + 1).to(shape.type);
}

at::Tensor folded_inputs(const Shape& shape,
                         const std::function<at::Tensor(at::Tensor, at::Tensor)>& fold) {
  at::Tensor all = input_of(0, shape);
  for (int rank = 1; rank < carpool::world_size(); ++rank) all = fold(all, input_of(rank, shape));
  return all;
}

::testing::AssertionResult same(const at::Tensor& found, const at::Tensor& expected) {
  if (found.scalar_type() == expected.scalar_type() && at::equal(found, expected)) {
    return ::testing::AssertionSuccess();
  }
  if (found.sizes() != expected.sizes()) {
    return ::testing::AssertionFailure()
           << "found the sizes " << found.sizes() << ", expected " << expected.sizes();
  }
  if (found.scalar_type() != expected.scalar_type()) {
    return ::testing::AssertionFailure()
           << "found " << found.scalar_type() << ", expected " << expected.scalar_type();
  }
  const at::Tensor differences = found.ne(expected).flatten().nonzero();
  const auto first = differences[0].item<std::int64_t>();
  return ::testing::AssertionFailure()
         << differences.size(0) << " elements differ, the first at " << first << ": found "
         << found.flatten()[first].item<double>() << ", expected "
         << expected.flatten()[first].item<double>();
}
